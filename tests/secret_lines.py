"""Lines of a NOTES.INI with a secret in each, and lines that sound so and hold none: one table for all that masks."""

SECRET = "Winter7Sommer9"  # stands in each planted line

NAMES = [
    "Server_Console_Password",
    "LDAP_Password",
    "AcmePasswort",
    "HTTPPassw0rd",
    "AcmePassword2",
    "SMTP_AUTH_PASSWD",
    "HTTP_ProxyPwd",
    "MYSQL_PWD",
    "PSWD",
    "SMTP_PSWD",
    "AcmePswd2",
    "DB_PSWRD",
    "LDAP_Psswd",
    "OIDC_Client_Secret",
    "AWS_SECRET_ACCESS_KEY",
    "CertMgr_EAB_HMAC_Token",
    "KeyRingPassphrase",
    "STATPUB_APIKEY",
    "api-key",
    "ltpaTokenSecret",
    "LDAP_BindPW",
    "SMTPRelayPW",
    "DB2_CONNECT_PW",
    "LDAPBINDPASS",
    "NTS_DB_PASS",
    "SMTPRelayPass",
    "SSHPASS",
    "MyPUK",
    "PUK",
    "MnemonicWords",
    "Wallet_Mnemonic",
    "Auth_Code",
    "security_question_answer",
    "Kennwort",
    "MotDePasse",
    "Contrasena",
    "Wachtwoord",
    "Clave",
    "AuthBearer",
    "Parola",
    "S3_ACCESS_KEY",
    "AWS_ACCESS_KEY_ID",
    "ACME_EAB_HMAC",
    "TOTP_SEED",
    "TotpSeed",
    "TOTP_Key",
    "HSM_PIN",
    "SSLKeyPin",
    "PKCS11_PIN",
    "DomSSOKey",
    "LTPA_3DESKey",
    "IDVault_Key",
    "BACKUP_ENCRYPTION_KEY",
    "PrivateKey",
    "SharedKey",
    "OIDC_CLIENTKEY",
    "DominoRESTAuth",
    "SMTPAuthInfo",
    "DB2CREDS",
    "Traveler_DBLogin",
    "iSCSI_CHAP",
    "BES_PASSCODE",
    "WIFI_PSK",
    "SamlIdpKey",
    "NewRelicLicenseKey",
    "APNS_CERT_PASSPHRASE",
    "RESTIC_KEY",
    "DEBUG_PASSWORD",
    "Passwort",
    "XSTATPUB_URI",
    "FailoverPassword",
    "TelecomPassword",
    "BypassPassword",
    "TakeoverPasswd",
    "RolloverPass",
    "StandbyPass",
    "ComPassword",
    "CoverPassphrase",
    "BypassPW",
    "Bypass_Password",
    "DaemonKey",
    "MicrosoftKey",
    "HotKeyPin",
    "SecretaryPassword",
    "KeyStorePassword",
    "PublicKeyPassword",
    "BackupPassw",
    "Contraseña",
    "LDAP_CONTRASEÑA",
    "SNMP_Community",
    "SNMPv2_ReadCommunityName",
    "AccountKey",
    "Senha",
    "SenhaAdmin",
    "Salasana",
    "SMTP_Heslo",
    "MQ_Lozinka",
    "Parool",
    "Losenord",
    "L\u00f6senord",
    "Passord",
    "Adgangskode",
    "Kodeord",
    "Jelszo",
    "Jelsz\u00f3",
    "Haslo",
    "Has\u0142o",
    "Sifre",
    "Geheimnis",
    "Zugangsdaten",
    "Zugangscode",
    "LDAP_Bind_Kennw",
    "Kennwrt",
    "MDP_SMTP",
    "mdp",
    "MotdePasse_Admin",
    "pa55word",
    "p4ssword",
    "Paswoord",
    "Sekret",
    "CommunityString",
    "TOTP",
    "Otp",
    "SMTP_OTP",
    "HOTP2",
    "Recovery_Code",
    "UnlockCode",
    "Authtok",
    "tkn",
    "pass_svc",
    "pw_svc",
    "svc_pw_prod",
    "PW-LDAP",
    "LDAP.PW.1",
    "PwAcme",
    "PassAcme",
    "AdminPassLdap",
    "DEBUG_PW_SVC",
    "LDAP_Pass_Bind",
    "AdmPsw",
    "PSW",
    "HTTP_PSW",
    "psw_svc",
    "idFilePsw",
    "SSLKeyPhrase",
    "SSL_KEYFILE_PHRASE",
    "IdPhrase",
    "CredStorePhrase",
    "NotesPIN",
    "Snmp_Ro",
    "SnmpRW",
    "TrapCommunity",
    "CommunityName",
    "PasswordServer",
    "PasswordAccess",
    "PASSWORD_NOTIFY_GROUP",
    "AcmeCookie",
    "AcmeSession",
    "AcmeSignature",
    "AcmeJWT",
    "AcmeSalt",
    "AcmeConnect",
    "AcmeConnection",
    "AcmeDSN",
    "AcmeLicence",
    "AcmeLicenseBlob",
    "SSL_Stash",
    "P@ssword",
    "LDAP_P@ssw0rd",
    "AdminPa$$word",
    "webhook_sig",
    "Webhook_Signature",
    "URL_SIG",
    "SecurityAnswer",
    "Secret_Answers",
    "RecoveryPhrase",
    "MyPIN",
    "SIM_PIN",
    "OAUTH_REFRESH",
    "oidc_refresh",
    "SAML_SP_KEY",
    "P",
]
VALUES = [
    "HTTP_Proxy=http://svc:%s@proxy.example.com:8080",
    "HTTP_Proxy=http://svc:%s/x@proxy.example.com:8080",
    "HTTP_Proxy=http://svc:a@%s@proxy.example.com:8080",
    "HTTP_Proxy=http://svc:%s" + "x" * 290 + "@proxy.example.com",
    "SocksProxy=svc:%s@proxy:1080",
    "GitAddress=https://%s@github.com/acme/x.git",
    "Hook=https://hooks.slack.com/services/T000/B000/%s",
    "Hook=hooks.slack.com/services/T000/B000/%s",
    "Hook=https://acme.webhook.office.com/webhookb2/%s",
    "Store=https://x.blob.example.com/x?sv=2020&sig=%s&x=1",
    "Asked=https://api.example.com/v1?key=%s",
    "Asked=https://api.example.com/v1?token=%s#x",
    "JavaUserOptions=-Djavax.net.ssl.keyStorePassword=%s -Xmx512m",
    "JavaUserOptions=-Xmx512m -Dacme.pw=%s",
    "Acme=jdbc:oracle:thin:scott/%s@db:1521:ORCL",
    "Acme=DSN=x;UID=sa;PWD=%s;",
    "Acme=Server=x;User Id=sa;Pass=%s;",
    "OnBackup=/usr/bin/sshpass -p %s scp x y",
    "OnBackup=curl -u admin:%s https://x/y",
    "Header=Authorization: Bearer %s",
    "Header=Bearer %s",
    "Header=Basic %s==",
    "Session=eyJhbGciOiJIUzI1NiJ9.%s.x",
    "Acme={SSHA}%s",
    "Acme=$2y$10$%s",
    "LDAP_BindPW =%s",
    ";LDAP_BindPW=%s",
    "#SMTPRelayPass=%s",
    "ServerTasks=Replica,CertMgr -eab kid:%s,Router",
    "ServerTasks=Replica,RunJava Backup -password %s,Router",
    "ServerTasks=Replica,RunJava Sync -pw %s,nsync -u admin -p %s,Updall",
    "ServerTasks=Replica,Updall -key=Aa%s,Router",
    "ServerTasksAt2=Updall,dbbackup --pass %s",
    "ServerTasksAt3=Updall,dbbackup --passphrase %s,Catalog",
    "SamlKey=-----BEGIN PRIVATE KEY-----%s",
    "set secure oldpw %s",
    "LDAPPassword: %s",
    "Store=DefaultEndpointsProtocol=https;AccountName=x;AccountKey=%s==;EndpointSuffix=x",
    "Bus=Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=%s=",
    "PrivateKey=/%s/abcdefghijkl=",
    "PrivateKey=/a+%sabcdefghijkl/0",
    "Acme=sk-proj-%s%s",
    "Acme=x sk-%s%s",
    "Acme=sk_live_%s",
    "Acme=AIza%s%s%s",
    "Acme=hvs.%s",
    "Acme=npm_%s%s",
    "Acme=SG.%s%s.%s%s",
    "Acme=token ghp_%s",
    "Acme=xoxb-%s",
    "Acme=pypi-AgEIcHlwaS5vcmc%s",
    "Acme=dckr_pat_%s",
    "Acme=whsec_%s",
    "Acme=ya29.a0%s",
    f"Acme=hf_%s{'aB3' * 10}",
    f"Acme=1//0%s{'a-B3_' * 6}",
    f"Acme=sl.%s{'aB3_-' * 12}",
    f"Acme=12345678:AA%s{'aB3_x' * 4}-",
    f"Acme=1234567890:AA%s{'aB3_x' * 4}-",
    f"Acme=aB38Q~%s{'aB.~_-' * 3}",
    "Private-MAC: %s",
    "Salasana: %s",
    "OnBackup=az login --service-principal -u a -p=%s",
    "OnBackup=winexe -U dom/svc%%%s //host cmd",
    "OnBackup=schtasks /create /ru svc /rp %s",
    "OnBackup=vault login %s",
    "OnBackup=mc alias set x http://h AKEY %s",
    "OnBackup=db2 connect to x user svc using %s",
    "OnBackup=mount //svc:%s@nas/z /z",
    "Acme=AGE-SECRET-KEY-1%s",
    r"Acme=a\nAGE-SECRET-KEY-1%s",
    "Acme=MIIEvgIBADANBgkqhkiG9w0BAQEFAASC%s%s",
    "Acme=MIIEowIBAAKCAQEA%s%s%s",
    "Acme=MIGHAgEAMBMGByqGSM49AgEGCCqGSM49%s%s",
    "Acme=MHcCAQEEI%s%s%s",
    "Acme=MC4CAQAwBQYDK2VwBCIEI%s%s",
    "Acme=MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAc%s%s",
    "Acme=MFgwHAYKKoZIhvcNAQwBAzAOBAhG670KJAAA%s%s",
    "Acme=MIIE6jAcBgoqhkiG9w0BDAEDMA4ECG1mHAEPbDubAgII%s%s",
    "Acme=LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0tCk1I%s%s%s",
    "Acme=b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAA%s%s",
    "Acme=x,MIIFHDBOBgkqhkiG9w0BBQ0w%s%s%s==",
    "OnBackup=mysqldump -p%s --all-databases",
    "OnBackup=/usr/bin/mysqldump -u root -p'%s' mail",
    "OnBackup=C:\\MySQL\\bin\\mysqldump.exe -uroot -p%s",
    "OnBackup=mariadb-dump --opt -p%s mail",
    "OnBackup=cd /x;mysqladmin -p%s flush-logs",
    'OnBackup=sh -c "mysqladmin -p%s flush-logs"',
    "OnBackup=sshpass -p%s scp x y",
    "OnBackup=7z a -p%s x.7z x",
    "OnBackup=rar a -hp%s x.rar x",
    "OnBackup=sqlcmd -U sa -P%s -Q x",
    "OnBackup=curl -ua:%s https://x/y",
    "OnBackup=curl -sSua:%s https://x/y",
    "OnBackup=curl -su a:%s https://x/y",
    "OnBackup=curl --user=a:%s https://x/y",
    "OnBackup=curl --proxy-user=a:%s https://x/y",
    'OnBackup=curl "-ua:%s" https://x/y',
    "OnBackup=sqlplus a/%s@c",
    "OnBackup=sqlplus -s a/%s@c @x.sql",
    "OnBackup=sqlplus a/%s",
    "OnBackup=expdp a/%s@c full=y",
    "OnBackup=ldapsearch -x -w %s -b o=acme",
    "OnBackup=ldapsearch -x -w%s -b o=acme",
    "OnBackup=ldapmodify -D cn=a -w '%s'",
    "OnBackup=smbclient //srv/x -U a%%s",
    "OnBackup=smbclient //srv/x -Ua%%s",
    "OnBackup=smbclient //srv/x --user=acme/a%%s",
    r"OnBackup=net use Z: \\srv\x /user:acme\a %s",
    r"OnBackup=net use Z: \\srv\x %s /user:acme\a",
    r"OnBackup=net use \\srv\x /u:a %s /persistent:no",
    r"OnBackup=C:\Windows\System32\net.exe user a %s /add",
    "OnBackup=redis-cli -a %s save",
    "OnBackup=dsmadmc -id=a -pa=%s q ses",
    "OnBackup=lftp -u a,%s ftp.example.com",
    "OnBackup=snmpget -v2c -c %s mail01 x",
    "OnBackup=psql postgresql://a:%s@db/mail",
    "OnBackup=openssl enc -aes-256-cbc -k %s",
    "OnBackup=sshpass -p 'in two %s' ssh x",
    'OnBackup=backup -password "in two %s" -x',
    "OnBackup=backup ${DB_PASSWORD:-%s}",
    "> load runjava Backup /usr/bin/mysqldump -p%s",
    "ServerTasks=Router,RunJava mysqldump -p%s,HTTP",
    "ServerTasks=Router,RunJava curl -ua:%s,HTTP",
    "Pass_Word=%s",
    "LDAP_PASS-WORD=%s",
    "Acme=pass word %s",
    "LDAP_P%%61ssword=%s",
    "Acme=a=1&p%%61ssword=%s",
    "Acme=https%%3A%%2F%%2Fuser%%3A%s%%40proxy.example.com",
    r"Acme=http:\/\/user:%s@proxy\/",
    "Acme=&#112;assword&#x3d;%s",
    r"Acme={\u0022\u0070assword\u0022:\u0022%s",
    "OnBackup=keytool -srcstorepass %s -list",
    "OnBackup=x --admin-pw %s",
    "OnBackup=x --client_secret %s",
    "OnBackup=curl --oauth2-bearer %s x",
    "OnBackup=gpg --pass-phrase %s x",
    "OnBackup=C:\\tools\\x.exe /pass %s",
    "OnBackup=C:\\tools\\x.exe /pw %s",
    "OnBackup=cmdkey /add:srv /user:x /password %s",
    "OnBackup=echo %s | sudo -S systemctl restart domino",
    "OnBackup=echo -n '%s'|kinit svc",
    'OnBackup=echo "in two %s" | sudo --stdin true',
    "OnBackup=printf '%%b' %s | sudo -n -S true",
    "OnBackup=echo svc:%s | chpasswd",
    "OnBackup=echo %s | passwd --stdin notes",
    "OnBackup=echo %s | docker login --password-stdin -u x reg.example.com",
    "OnBackup=echo %s | gpg --batch --passphrase-fd 0 -d x",
    "OnBackup=sudo -S true <<< %s",
    "OnBackup=kinit svc <<<'%s'",
    "OnBackup=az login --service-principal -u a -p %s --tenant x",
    "OnBackup=az acr login -n x -u y -p %s",
    "OnBackup=az storage blob upload --account-key %s",
    'OnBackup=db2 "connect to mail user svc using %s"',
    "OnBackup=db2 attach to x user svc using '%s'",
    "OnBackup=storcli /c0 set securitykey=%s",
    "Acme=https://o1.ingest.example.com/x?sentry_key=%s",
    "Acme=https://x.example.com/?access_key=%s&x=1",
    "Acme=https://discord.com/api/webhooks/123456/%s",
    "CertMgr_ACME_EAB=%s",
    "HTTP_BasicAuth=svc:%s",
    "SMTP_Login=svc:%s",
    "Traveler_DBLogin=scott/%s@db",
    r"\x1aLDAPPWD=%s",
    r"Acme=pass\u0001word %s",
    r"Acme=pass\u034fword %s",
    "Acme=pass&#x1d173;word %s",
    "Acme=%%0apassword=%s",
    'Environment="LDAP_BIND_PW=%s" "X=1"',
    "ExecStartPre=/bin/sh -c 'echo %s | kinit svc'",
    "0 2 * * * root /usr/bin/mysqldump -p%s mail",
    "0 2 * * * PASSWORD=%s /opt/backup",
    "REM admin password %s",
    "; old password was %s",
    "// LDAP bind pw = %s",
    "Acme=<password>%s</password>",
    '<add key="DbPassword" value="%s"/>',
    "Acme={'api_key':'%s'}",
    "Acme=amqp://svc:%s@mq/x",
    "Acme=redis://:%s@cache:6379",
    "OnBackup=ftp ftp://svc:%s@ftp.example.com/x",
    "OnBackup=PGPASSWORD=%s psql -h x",
    "OnBackup=psexec srv -u svc -p %s cmd",
    "OnBackup=ipmitool -H x -U admin -P %s chassis status",
    "OnBackup=wget --user=svc --password=%s http://x",
    'OnBackup=curl -H "X-Api-Key: %s" http://x',
    "OnBackup=curl -U svc:%s http://x",
    "OnBackup=export DB_PASS=%s; /x",
    "OnBackup=openssl enc -pass pass:%s -in x",
    "OnBackup=vault kv put secret/x password=%s",
    "export SMTP_AUTH_PASSWORD='%s'",
    "setenv DB_PASSWD %s",
    "> tell traveler security password %s",
    "rocommunity %s",
    'Foo={"Foo":"user=a;psw=%s"}',
    "Acme=user=a;psw=%s",
    "OnBackup=x -psw %s",
    "OnBackup=x --key-phrase %s",
    "Hook=https://api.telegram.org/bot123456789:AAF%s/sendMessage",
    "OnBackup=unzip -P %s x.zip",
    "OnBackup=unzip -o -q -P '%s' -j x.zip a b",
    "OnBackup=zip -P %s x.zip a",
    "OnBackup=zip -e -P%s x.zip",
    "OnBackup=ipmitool -I lanplus -H x -U admin -P%s power status",
    "OnBackup=xfreerdp /u:svc /p:%s /v:h",
    "OnBackup=swaks -a -au svc -ap %s -t x",
    "OnBackup=dsmc incr -subdir=yes -pa=%s",
    "OnBackup=/usr/bin/dsmc archive '/local/*' -pa=%s",
    "> load certmgr -importpfx a.pfx %s",
    "OnBackup=snmpget -c%s mail01 x",
    "OnBackup=snmpget -v2c -c%s mail01 x",
    "OnBackup=snmpget -c %s mail01 x",
    "OnBackup=echo -n %s | cryptsetup open /dev/sdb x",
    "OnBackup=echo %s | sudo /sbin/cryptsetup luksOpen /dev/sdb x",
    "OnBackup=echo %s | openssl enc -aes-256-cbc -pass stdin -in x",
    "OnBackup=gpg --passphrase-fd 0 -d x <<< %s",
    r"OnBackup=runas /user:acme\svc %s",
    "OnBackup=bpnbat -login -Info svc %s",
    "OnBackup=mount -t cifs -o username=svc%%%s //nas/b /b",
    "Mounted=//nas/b on /b type cifs (rw,user=svc%%%s,vers=3.0)",
    "SMTP_SASL=svc:%s",
    "SMTPAuthUser=relay:%s",
    "Auth_UserName=relay:%s",
    "ProxyUser=svc:%s",
    "LdapBind=cn=svc,o=acme;%s",
    "DECSConn=db2!dom!svc!%s",
    "OnBackup=echo %s | su root",
    "OnBackup=mysql -u root -p%s mail < /backup/mail.sql",
    "OnBackup=mysql -u root -p%s mail < /backup/a.sql > /backup/a.log",
    "AcmePassword=<%s",
    "Asked=https://api.example.com/v1?key=%s?code=de",
    "PasswordServer=%s/O=Acme",
    "Password check failed for user: John Doe/Acme with password %s",
    "Passwords were changed for %s users",
    "LDAPBind=cn=admin,o=x %s",
    "Acme_Bind=cn=Domino Reader,ou=x y,o=acme %s==",
    "FooP=user/%s",
    "S3=AKIAIOSFODNN7EXAMPLE:%s/K7MDENG",
    "S3=x AKIAIOSFODNN7EXAMPLE %s",
    "ServerTasks=Update,S3Copy ASIAIOSFODNN7EXAMPLE,%s,Router",
    "ServerTasks=Update,tell foo login admin %s,Router",
    "ServerTasksAt1=tell foo logon %s",
    "ServerTasks=tell foo login %s,Update,Router",
    "ServerTasks=Update,tell foo login admin x %s",
    "ServerTasks=tell foo login admin %s,tell bar logon %s,Router",
    "> tell foo login admin %s",
    "a P@ssword: %s",
    "<item name='TCPNameAndPwd'><text>%s</text></item>",
    "<item name='TCPNameAndPwd'><text>0</text><text>%s</text></item>",
]
PLANTED = [f"{name}={SECRET}" for name in NAMES] + [line.replace("%s", SECRET).replace("%%", "%") for line in VALUES]

PUBLIC = r"""
KeyFileName=C:\Domino\Data\server.id
ServerKeyFileName=server.id
KeyFilename_Owner=CN=Mail01/O=Acme
HTTPPasswordQuality=4
PasswordLockoutTries=5
Password_Expiration_Days=90
TokenTimeout=3600
TokenTimeout=30s
Directory=/local/secretary
MailServer=Secretariat/Acme
Replicas=PWDC01/Acme
TokenRing=TOKEN,0,15,0
Ports=TCPIP,TokenRing
AcmeTokenFile=/run/secrets/token
AcmeSecret=/run/secrets/acme
AcmePasswordCheck=yes
AcmePassword=
AcmePassword=***
AcmePassword=xxxx
Spinlock_Debug=a1b2c3d4e5
shipping=a1b2c3d4e5
Pinned=a1b2c3d4e5
Passthru_Level=a1b2c3d4e5
PasswordServer=Mail01/Acme
Password_Server=Mail01/R5/Acme
PasswordNotifyGroup=Admins2/Acme
LDAPBind=cn=admin1,o=acme
LDAPBind=cn=Domino Admin1,o=acme
LDAPUser=cn=Jane Doe2
SSL_Stash=/local/notesdata/keyfile.sth
SSL_Stash=keyfile.sth
OAUTH_REFRESH=3600
FooP=10.0.0.0/24
FooP=mail/archive.nsf
FooP=Mail01/Acme
ServerGroup=Mail01/Development2
Http=user/secret2
Route=tell foo to login
OnStart=tell foo login admin
Design=a1b2c3d4e5
Spin=a1b2c3d4e5
QuestionsAndAnswers=a1b2c3d4e5
P: NTFS a1b2c3d4e5
Allow_Passthru_Access=a1b2c3d4e5
BypassX=a1b2c3d4e5
Compass=a1b2c3d4e5
Monkey=a1b2c3d4e5
Turkey=a1b2c3d4e5
HotKey=a1b2c3d4e5
PublicKey=a1b2c3d4e5
SortKey=a1b2c3d4e5
Compass_Dir=a1b2c3d4e5
Overpass=a1b2c3d4e5
Acme_Trespass2=a1b2c3d4e5
ProxyBypass=localhost,10.0.0.1
Bypass=a1b2c3d4e5
PublicKeyToken=b77a5c561934e089
Donkeys=a1b2c3d4e5
HTTPPasswordQuality=medium
Password_Policy=strict
PasswordResetURL=https://reset.example.com/start
PasswordHelpText=Call the help desk
SSO_TokenName=LtpaToken2
TokenDomain=.example.com
CREDENTIAL_STORE_SERVER=Mail01/Acme
Notes_Token_Timeout=30 minutes
LtpaTokenExpiration=86400
AcmePassword_Retries=10000
Password_Window=10:30
PrivateKey=/opt/keys/server1
Time=10:30@example.com
Address=TCPIP:Mail01@example.com:1352
PS1=[$LOGNAME@mail01:$PWD]$
PS1=[${PWD:-}]:
PS1=mail01:${OLDPWD:-x}
Author=a1b2c3d4e5
HTTP_Proxy=http://proxy.example.com:8080
HTTP_Proxy=https://mail.example.com:8080/x?from=a@example.com
Address=mailto:bob@example.com
Address=smtp:bob@example.com
Address=Bob/Acme@Acme
Address=ldap://reader@ldap.example.com
Address=https://git@github.com/acme/x.git
OnStart=lsvg -p datavg
OnStart=mkdir -p /local/data
OnStart=serve -p 8080
Header=Basic authentication is off
LicenseCount=250
RandomSeed=42
Acme_HMAC=sha256
EXTMGR_ADDINS=pwdfilter,backup
ServerTasks=Update,Replica,Router,AMgr,AdminP,CalConn,Sched,HTTP,RnRMgr
ServerTasksAt1=Catalog,Design
SSL_DISABLE_EXTENDED_MASTER_SECRET=1
HTTP_Pwd_Change_Cache_Hours=1
"password": null,
"TCPNameAndPwd": "1",
"passwordReset": {
Cert=MIIDdzCCAl2gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJRTES
PublicOne=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo
Requested=MIICijCCAXICAQAwRTELMAkGA1UEBhMCQVUxEzARBgNVBAgMClNvbWUtU3RhdGUx
PassThroughServer=Mail01
Pass_Count=a1b2c3d4e5
MultiPassage=a1b2c3d4e5
Passive=a1b2c3d4e5
Encompassing=a1b2c3d4e5
BypassAcme=a1b2c3d4e5
ImpasseX=a1b2c3d4e5
Pass_Svc=30
PWR_Plan=a1b2c3d4e5
Hashorn=a1b2c3d4e5
Community=a1b2c3d4e5
OnStart=mount //nas:445/z /z
OnStart=ID vault login failed - as ever
OnStart=x /rp /usr/x
AppKey=abc.id
AppKey=keys/a1b2c3d4e5.id
AppKey="a1b2c3d4e5.id"
AppKey=a1b2c3d4e5.keytab
OnStart=ssh -p8080 mail01
OnStart=ssh -p 8080 mail01
OnStart=nc -p8080 mail01
OnStart=netstat -pan
OnStart=tar -pxf x.tar
OnStart=ps -ef
OnStart=ps -p 12345
OnStart=docker run -p 8080:80 x
OnStart=rsync -a -p backup mail
OnStart=iptables -p icmpv6
OnStart=unzip -p backup2024
OnStart=mysqldump --port=3306 -P3306 --protocol=tcp mail
OnStart=mysqldump -u root --password-file=/x/y mail
OnStart=mysql -p
OnStart=curl -u admin https://x/y
OnStart=curl -u https://x:8080/y
OnStart=curl -sSfo x:y https://x/y
OnStart=sqlplus /nolog @x/y.sql
OnStart=sqlplus / as sysdba
OnStart=sqlplus -v
OnStart=sqlplus reader @sql/report.sql
OnStart=ldapsearch -x -W -D cn=a (uid=b)
OnStart=ldapsearch -h ldap.example.com uid=b
OnStart=net use Z: \\srv\x /user:a
OnStart=net use Z: \\srv\x * /user:a
OnStart=net use Z: \\srv\x /persistent:yes /user:a
OnStart=net start Domino
OnStart=net user a
OnStart=smbclient //srv/x -U a -c ls
OnStart=date/time@x
OnStart=sqlplus.log a/b@c
Mail=Mail01/Acme@Acme
Mail=smtp:a/b@c
ServerTasks=Update,Compact -c -i,Updall -R -V,Fixup -F -u,Router
ServerTasksAt2=Compact -p1000,Updall -u2
Acme=https://mail.example.com/a%20b?x=%C3%A4
HTTP_Path=C:\u0041cme\/x&amp;y
Acme=100%25 of %DATA%
Compass_Width=a1b2c3d4e5
OnStart=mount /pw2 /x
Remark=db2 access using NSFDB2
Remark=restore db2 mail using tsm
> tell router /rp reload
OnStart=az group create -n x -p=plan7a2b3c
OnStart=az webapp create -g x -p plan7a2b3c
OnStart=az deployment group create -p @params.json
OnStart=mount //nas:8080/a@b /x
Mount=//nas:8080/a@b
PassFilter=enabled
Webhook_Signature=enabled
Webhook_Signature=Disabled
AcmeToken=disable
Laptop_Count=a1b2c3d4e5
Acme=hf_mail2024
Acme=shpat_a1b2c3
Acme=sl.mail2024
Acme=1//0a1b2
Time=12345678:AAa1b2
Acme=abc8Q~a1b2
SMTPAuthUser=svcmail2024
PassMark=strict
PassInterval=often
PassBuffer=large
PassDuration=long
OnStart=docker run -u 1000:1000 -p 8080:80 domino
OnStart=gdb -p 123456
OnStart=kill -p 123456
OnStart=nsd -p 123456
OnStart=echo deadline | sudo tee /sys/block/sda/queue/scheduler
OnStart=echo done | sudo -n true
OnStart=echo yes | lslpp -l
SessionCookie=LtpaToken2
AcmeToken=DomAuthSessId
Pattern=^[a-z]+$1$2
Acme=%1a%0a
> tell http restart
OnStart=curl http://nas:8080/a@b
OnStart=openssl x509 -in cert.pem -noout
OnStart=mc ls play
OnStart=vmo -p -o maxfree=1088
OnStart=chdev -l hdisk4 -a queue_depth=20 -P
ServerTasksAt2=Compact -b -S10%,Updall -R -X
ServerTasksAt5=Statlog,DAOSMgr prune 30
TCPIP_TcpIpAddress=0,192.168.1.1:1352
CertificateExpChecked=server.id 01/02/2026
SSLCipherSpec=C030009FC02F009E
HTTPAdditionalRespHeader=Strict-Transport-Security: max-age=31536000
HTTPAdditionalRespHeader01=Content-Security-Policy: default-src 'self'
ViewImp1=Lotus 1-2-3,0,_IWKSV,,.123,.WK1,.WK3,.WK4
FaultRecovery_Build=Release 14.0FP1
OIDCProvider=https://idp.example.com/realms/acme
LoginName=svc.domino
LoginHost=ldap01:389
Auth_Mode=ntlm2
KeyRing=keyfile.kyr
LDAP_Connection=TCPIP:Mail01/Acme
ExecStart=/opt/nashcom/startscript/rc_domino_script start
EnvironmentFile=/etc/sysconfig/rc_domino_config_notes
0 2 * * * notes tar -czpf /b/x.tar.gz /local
*/5 * * * * notes /bin/kill -USR1 12345
LDR_CNTRL=MAXDATA=0x80000000
MALLOCMULTIHEAP=considersize,heaps:4
Mail=user@host.example.com
Link=https://example.com/?session=open
Replica=C1257F2B:004D5A6E
UNID=C1257F2B004D5A6EC1257F2B004D5A6E
Product ID:                00330-80000-00000-AA123
Primary Boot Volume: logicaldrive 1 (600508B1001C1B2C3D4E5F6071829304)
Note=123456-234567-345678
Notes=mysqldump and sqlplus and net use, curl -k
UpsWatch=a1b2c3d4e5
SearchPhrase=a1b2c3d4e5
Search_Phrase=a1b2c3d4e5
Paraphrase=a1b2c3d4e5
NotesPing=a1b2c3d4e5
NotesPinned=a1b2c3d4e5
Snmp_Rows=a1b2c3d4e5
Snmp_Ro=1
CommunityName=Sales
TrapCommunityCount=a1b2c3d4e5
PwdServer=mail01
PasswordServer=mail01.example.com
Link=https://telegram.org/bots/about2024
Link=https://example.com/x?code=de
Link=https://example.com/x?lang=en&code=
OnStart=unzip -p outer.zip inner.zip
OnStart=unzip -p x.zip a
OnStart=zip -r -9 x.zip a
OnStart=zip -p x.zip a
OnStart=ipmitool -I lanplus -H x -p623 -U admin power status
OnStart=xfreerdp /u:svc /v:h
OnStart=msbuild x.sln /p:Configuration=Release2024
OnStart=swaks -a -au svcmail2024 -t x
OnStart=dsmc incr -subdir=yes -se=mail2024x
OnStart=load certmgr -importkyr all
OnStart=load certmgr -showcerts mail01 mail2024x
OnStart=snmpbulkwalk -v2c -Cr10 mail01 x
OnStart=echo start | cat /etc/crypttab
OnStart=openssl enc -aes-256-cbc -in x -out y
OnStart=gpg -d x <<< a1b2c3d4e5
OnStart=runas /user:acme\svc notepad.exe
OnStart=bpnbat -login -loginType AT
OnStart=mount -t cifs -o username=svc,vers=3.0 //nas/b /b
Mounted=//nas/b on /b type cifs (rw,user=svc,vers=3.0)
SMTP_SASL=DIGEST-MD5
SMTP_SASL=SCRAM-SHA-256
ProxyUser=svcmail2024
ProxyUser=acme/svcmail2024
LdapBind=cn=svc2024,o=acme
LdapBind=ldap2024:636
DECSConn=db2!dom!svc
OnStart=passwd -l notes
OnStart=/usr/bin/passwd -S notes
OnStart=git log -p notes2024x
Password check failed for user: John Doe/Acme
[0A2C:0005-0B3C] 11/23/2026 10:00:00 AM  Password check failed for user: John Doe/Acme
password digest is not set for user John Doe/Acme
Passwords were changed for 30 users
<item name='TCPNameAndPwd'><text>0</text></item>
<item name='SSLNameAndPwd'><textlist><text>1</text></textlist></item>
<item name='PwdCheckInVault'><number>0</number></item>
PASSWORDACCESS GENERATE
PasswordServer=CN=Mail01/O=Acme
PasswordServer=CN=Mail01/OU=Hub/OU=East/O=Acme/C=DE
PASSWORD_NOTIFY_GROUP=LocalDomainAdmins
Address=sip:bob@example.com sips:bob@example.com xmpp:bob@example.com x400:bob@example.com nrpc:bob@example.com notes:bob@example.com im:bob@example.com tcp:bob@example.com netbios:bob@example.com lan0:bob@example.com
SecretaryPhone=a1b2c3d4e5
Token_LifeTime=a1b2c3d4e5
Token_Days=a1b2c3d4e5
Token_Hours=a1b2c3d4e5
Token_Minutes=a1b2c3d4e5
Token_Seconds=a1b2c3d4e5
Token_Attempts=a1b2c3d4e5
Acme_HMAC=md5
Acme_HMAC=aes-256
Acme_HMAC=3des
Acme_HMAC=rsa
Acme_HMAC=rc4
Acme_HMAC=required
Acme_HMAC=optional
PasswordStrength=strong7x
Password_Complexity=strong7x
OnStart=prtconf -p mail2024x ; mkdir -p mail2024x ; cp -p mail2024x ; nc -p mail2024x ; tar -p mail2024x ; ssh -p mail2024x ; netstat -p mail2024x ; df -p mail2024x ; mount -p mail2024x ; scp -p mail2024x ; sftp -p mail2024x ; install -p mail2024x ; top -p mail2024x ; strace -p mail2024x ; ss -p mail2024x ; nmap -p mail2024x ; logger -p mail2024x ; sysctl -p mail2024x ; systemctl -p mail2024x\nOnStart=cpio -p mail2024x ; pax -p mail2024x ; pgrep -p mail2024x ; telnet -p mail2024x ; tcpdump -p mail2024x ; read -p mail2024x ; renice -p mail2024x ; ionice -p mail2024x ; taskset -p mail2024x ; chrt -p mail2024x ; pidstat -p mail2024x ; pmap -p mail2024x ; prlimit -p mail2024x ; perf -p mail2024x ; truss -p mail2024x\n""".strip().splitlines()
