"""Pages: HTML as its parser reads it, with what it says, and what could make a browser fetch or run something."""

import re
from html.parser import HTMLParser

VOID = {"meta", "link", "img", "input", "br", "hr", "base", "source", "wbr"}
MAY_STAY_OPEN = {"p", "li", "dt", "dd", "td", "th", "tr", "thead", "tbody"}
LOADS = {"src", "srcset", "data", "poster", "action", "formaction", "background", "style", "manifest", "ping"}


class Page(HTMLParser):
    """A page: its elements with their attributes in order, and the text outside of style and script."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.words, self.own = [], [], [], {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag in {"style", "script"}:
            self.own.setdefault(tag, []).append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open[-1] != tag and self.open[-1] in MAY_STAY_OPEN:
            self.open.pop()
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in {"style", "script"}:
            self.own[self.open[-1]][-1] += data
        else:
            self.words.append(data)

    @property
    def said(self):
        return re.sub(r"\s+", " ", "".join(self.words))

    @property
    def tags(self):
        return [tag for tag, _ in self.elements]

    def values(self, name):
        return [attributes[name] for _, attributes in self.elements if name in attributes]

    @property
    def dangers(self):
        """What loads, runs or leads anywhere but to the page itself or a public address."""
        for tag, attributes in self.elements:
            for name, value in attributes.items():
                here = name == "href" and value.startswith(("#", "https://", "http://")) and tag == "a"
                if name in LOADS or name.startswith("on") or (name.endswith("href") and not here):
                    yield tag, name, value
            if tag in {"link", "base", "iframe", "object", "embed", "img", "form"} and (
                tag,
                attributes.get("class"),
            ) != ("form", "filters"):
                yield tag, "", ""
