@TOOLS@

# The container that has the data directory mounted.
container=
if docker=$(first docker podman); then
    mounts='{{range .Mounts}}{{println .Source}}{{end}}'
    for name in $(limited "$docker" ps --format '{{.Names}}' 2>>"$log"); do
        if limited "$docker" inspect --format "$mounts" "$name" 2>>"$log" | grep -Fx "$data" >/dev/null; then
            container=$name
        fi
    done
    [ -n "$container" ] || say 'not there' "a running container with $data mounted"
else
    say 'not there' 'docker, podman'
fi
if [ -n "$container" ]; then
    try inspect.json "$docker" inspect "$container"
    hide_again inspect.json container
    files=$(limited "$docker" inspect --format '{{index .Config.Labels "com.docker.compose.project.config_files"}}' \
        "$container" 2>>"$log" | tr ',' '\n')
    number=0
    while read -r path; do
        case $path in
        /*)
            number=$((number + 1))
            copy "compose-$number.yaml" "$path"
            hide_again "compose-$number.yaml" container
            ;;
        esac
    done <<END
$files
END

    # Disks, limits and memory of the container.
    run df.txt "$docker" exec "$container" df -P
    run df-i.txt "$docker" exec "$container" df -P -i
    run mount.txt "$docker" exec "$container" cat /proc/mounts
    run free.txt "$docker" exec "$container" free -b
    # shellcheck disable=SC2016 # the shell of the container expands it
    run limits.txt "$docker" exec "$container" sh -c 'for name in /proc/[0-9]*/comm; do
        if [ "$(cat "$name")" = server ]; then
            cat "${name%comm}limits"
            exit
        fi
    done'
fi
