/** The file systems of this machine, as far as they lie on another one. Each system says them in its own way; what it says is given, so that every system's words can be read anywhere. */

/** `by`: what people call the file system: NFS, SMB. */
export interface Mount {
  /** The folder where it is seen, or the letter of a drive. */
  at: string
  by: string | null
}

/** By the names that the systems have for them; those of VMs are another machine's too. */
const names: Record<string, string> = {
  nfs: 'NFS',
  nfs3: 'NFS',
  nfs4: 'NFS',
  cifs: 'SMB',
  smb2: 'SMB',
  smb3: 'SMB',
  smbfs: 'SMB',
  afpfs: 'AFP',
  afs: 'AFS',
  '9p': '9p',
  ceph: 'Ceph',
  lustre: 'Lustre',
  glusterfs: 'GlusterFS',
  gpfs: 'GPFS',
  ncpfs: 'NCP',
  davfs: 'WebDAV',
  webdav: 'WebDAV',
  ftp: 'FTP',
  vboxsf: 'VirtualBox',
  vmhgfs: 'VMware',
  prl_fs: 'Parallels',
  drvfs: 'Windows',
  'fuse.sshfs': 'SSH (sshfs)',
  'fuse.davfs': 'WebDAV',
  'fuse.davfs2': 'WebDAV',
  'fuse.rclone': 'rclone',
  'fuse.seadrive': 'Seafile',
  'fuse.onedriver': 'OneDrive',
  'fuse.vmhgfs-fuse': 'VMware',
}
/** What runs as a program of the user's, but on a disk of this machine. Any other such program is taken for one that is not. */
const localFuse =
  /^fuse\.(ntfs|ntfs-3g|exfat|ext[234]|ext2fs|fuse-ext2|mergerfs|unionfs|unionfs-fuse|bindfs|encfs|gocryptfs|cryfs|securefs|veracrypt|fuse-overlayfs|lxcfs|portal|apfs|jmtpfs|squashfuse|archivemount)$/

/** The name of a file system of another machine; null: it is of this one. */
export function networkName(type: string): string | null {
  const known = names[type.toLowerCase()]
  if (known) return known
  return type.startsWith('fuse.') && !localFuse.test(type) ? type.slice('fuse.'.length) : null
}

/** Linux: `/proc/self/mountinfo`. Of two at one place the later hides the earlier. */
export const linuxMounts = (text: string): Mount[] =>
  text.split('\n').flatMap((line) => {
    const [place, kind] = line.split(' - ')
    const at = place?.split(' ')[4]
    const type = kind?.split(' ')[0]
    return at && type ? [{ at: unescaped(at), by: networkName(type) }] : []
  })
const unescaped = (path: string): string =>
  path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

/** macOS: what `mount` prints, `//ann@server/share on /Volumes/share (smbfs, nodev, nosuid)`. */
export const macMounts = (text: string): Mount[] =>
  text.split('\n').flatMap((line) => {
    const [, at, type] = /^.+? on (.+) \(([\w.]+)[,)]/.exec(line) ?? []
    return at && type ? [{ at, by: macName(type) }] : []
  })
const macName = (type: string): string | null =>
  networkName(type) ?? (/^(mac|osx)?fuse/.test(type) && !type.includes('.') ? type : null)

/** Windows: lines `Z:\ Network`, of `[IO.DriveInfo]::GetDrives()`. */
export const windowsMounts = (text: string): Mount[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const [, at, kind] = /^([A-Za-z]:\\) (\w+)$/.exec(line.trim()) ?? []
    return at && kind ? [{ at, by: kind === 'Network' ? 'SMB' : null }] : []
  })
/** A drive's kinds by their numbers are the same in every language of the system; so are these words. */
export const windowsDrives = [
  'powershell.exe',
  ['-NoProfile', '-NonInteractive', '-Command', '[IO.DriveInfo]::GetDrives() | % { $_.Name + " " + $_.DriveType }'],
] as const
