#!/bin/sh
# Copies Node.js and the parts of Debian that it needs from this system to a folder, the root of the image:
#   sh deploy/image/assemble-root.sh /image
# The image has no package manager, no npm and no tools but a shell and the core utilities, with which an operator reads files in
# a container, and the manifests of Kubernetes copy keys.
set -eu
root=$1
# shellcheck disable=SC2086 # Lists of names.
packages="base-files libc6 libgcc-s1 libstdc++6 dash coreutils libacl1 libattr1 libgmp10 libselinux1 libpcre2-8-0"
# Other documents than licenses, translations, and converters of character sets, which Node.js has itself.
unused='^/usr/share/(info|lintian|locale|man|menu|bug|gcc|gdb)/|^/usr/share/doc/.*/[^/]*$|/gconv/|^/etc/update-motd.d/'

# The license of the compiler's libraries is in a package whose name has the compiler's version.
installed=$(dpkg-query --show --showformat='${Package}\n' $packages 'gcc-*-base')

mkdir -p "$root/usr/bin" "$root/usr/sbin" "$root/usr/lib" "$root/usr/local/bin" "$root/etc/ssl/certs" \
  "$root/var/lib/dpkg/status.d" "$root/dev" "$root/opt" "$root/proc" "$root/run" "$root/sys"
for folder in bin sbin lib lib64; do
  if [ -L "/$folder" ]; then
    mkdir -p "$root/usr/$folder"
    ln -s "usr/$folder" "$root/$folder"
  fi
done

dpkg --listfiles $installed | sort -u | while read -r file; do
  case $file in */copyright) ;; *) if echo "$file" | grep -Eq "$unused"; then continue; fi ;; esac
  if [ -L "$file" ] || [ -f "$file" ]; then echo "${file#/}"; fi
done | tar -C / -cf - --no-recursion -T - | tar -C "$root" -xf - --keep-directory-symlink

# Files that the packages' scripts write, and the certificates of public authorities.
for file in /etc/nsswitch.conf /etc/ssl/certs/ca-certificates.crt; do
  if [ -f "$file" ]; then cp "$file" "$root$file"; fi
done
echo "root:x:0:0:root:/root:/bin/sh
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
parley:x:10001:10001:Parley:/var/lib/parley:/usr/sbin/nologin" >"$root/etc/passwd"
echo "root:x:0:
nogroup:x:65534:
parley:x:10001:" >"$root/etc/group"

# Scanners read the packages' versions here, as in other images without dpkg.
for package in $installed; do dpkg --status "$package" >"$root/var/lib/dpkg/status.d/$package"; done

cp "$(command -v node)" "$root/usr/local/bin/node"
chroot "$root" /usr/local/bin/node --version
