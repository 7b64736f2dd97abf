/** Where files lie, by what each system says: the tables are as these systems print them. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../testing/serve.ts'
import { placeOf, type System } from './folderPlace.ts'
import { linuxMounts, macMounts, windowsMounts } from './mounts.ts'
import { workingFolder } from './workingFolder.ts'

const system = (told: Partial<System> & { tree?: Record<string, string[]> } = {}): System => ({
  platform: 'linux',
  home: '/home/ann',
  env: {},
  mounts: () => [],
  names: (folder) => told.tree?.[folder] ?? [],
  mayWrite: () => true,
  ask: async () => {},
  ...told,
})

const mountinfo = `22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw
31 22 0:26 / /run/user/1000 rw,nosuid shared:12 - tmpfs tmpfs rw,size=1632452k
40 31 0:44 / /run/user/1000/gvfs rw,nosuid,nodev shared:40 - fuse.gvfsd-fuse gvfsd-fuse rw,user_id=1000
41 22 0:50 / /mnt/nfs rw,relatime shared:41 master:3 - nfs4 server:/export rw,vers=4.2
42 22 0:51 /sub /mnt/share\\040of\\040all rw,relatime - cifs //server/share rw,vers=3.1.1
43 22 0:52 / /home/ann/remote rw,nosuid,nodev - fuse.sshfs ann@host: rw
44 22 0:53 / /mnt/c rw,noatime - 9p drvfs rw,dirsync,aname=drvfs
45 22 0:54 / /mnt/dav rw - fuse.davfs2 https://cloud.example/dav rw
46 22 8:17 / /media/ann/stick rw,nosuid - vfat /dev/sdb1 rw
47 22 8:18 / /media/ann/ntfs rw,nosuid - fuseblk /dev/sdc1 rw
48 22 0:55 / /data/pool rw - fuse.mergerfs a:b rw
49 41 259:3 / /mnt/nfs/local rw - ext4 /dev/nvme0n1p3 rw
50 22 0:56 / /home/ann/clouds rw - fuse.unheardof x rw`

describe('network folders are known by the table of mounts', () => {
  const linux = system({ mounts: () => linuxMounts(mountinfo) })
  it.each([
    ['/home/ann/study.qrk', null],
    ['/mnt/nfs/team/study.qrk', 'NFS'],
    ['/mnt/nfs', null],
    ['/mnt/nfsother/study.qrk', null],
    ['/mnt/nfs/local/study.qrk', null],
    ['/mnt/share of all/study.qrk', 'SMB'],
    ['/home/ann/remote/study.qrk', 'SSH (sshfs)'],
    ['/mnt/c/Users/Ann/study.qrk', '9p'],
    ['/mnt/dav/study.qrk', 'WebDAV'],
    ['/run/user/1000/gvfs/smb-share:server=s,share=x/study.qrk', 'gvfsd-fuse'],
    ['/home/ann/clouds/study.qrk', 'unheardof'],
    ['/media/ann/stick/study.qrk', null],
    ['/media/ann/ntfs/study.qrk', null],
    ['/data/pool/study.qrk', null],
  ])('Linux: %s, %s', (path, by) => {
    expect(placeOf(path, linux)).toEqual(by === null ? null : { kind: 'network', by })
  })

  it('Linux: a machine that has all of itself from elsewhere has no other disk to go to', () => {
    const root = system({ mounts: () => linuxMounts('1 0 0:1 / / rw - 9p host rw') })
    expect(placeOf('/home/ann/study.qrk', root)).toBeNull()
  })

  it('macOS', () => {
    const mounts = macMounts(`/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)
//ann@server._smb._tcp.local/share on /Volumes/share (1) (smbfs, nodev, nosuid, mounted by ann)
server:/export on /Volumes/export (nfs, nodev, nosuid, automounted)
https://cloud.example/dav/ on /Volumes/dav (webdav, nodev, noexec, nosuid, mounted by ann)
ann@host: on /Volumes/remote (macfuse, nodev, nosuid, synchronous, mounted by ann)
/dev/disk4s1 on /Volumes/STICK (msdos, local, nodev, nosuid, noowners)`)
    const mac = system({ platform: 'darwin', home: '/Users/ann', mounts: () => mounts })
    const by = (path: string) => placeOf(path, mac)?.by ?? null
    expect(by('/Volumes/share (1)/study.qrk')).toBe('SMB')
    expect(by('/Volumes/export/study.qrk')).toBe('NFS')
    expect(by('/Volumes/dav/study.qrk')).toBe('WebDAV')
    expect(by('/Volumes/remote/study.qrk')).toBe('macfuse')
    expect([by('/Volumes/STICK/study.qrk'), by('/Users/ann/study.qrk')]).toEqual([null, null])
  })

  it('Windows: drives by their kind, whatever the case of the letter, and \\\\server\\share', () => {
    const mounts = windowsMounts('C:\\ Fixed\r\nD:\\ CDRom\r\nE:\\ Removable\r\nZ:\\ Network\r\n')
    const windows = system({ platform: 'win32', home: 'C:\\Users\\Ann', mounts: () => mounts })
    const by = (path: string) => placeOf(path, windows)?.by ?? null
    expect(by('Z:\\team\\study.qrk')).toBe('SMB')
    expect(by('z:\\study.qrk')).toBe('SMB')
    expect(by('\\\\server\\share\\study.qrk')).toBe('SMB')
    expect(['C:\\Users\\Ann\\study.qrk', 'E:\\study.qrk', '\\\\?\\C:\\study.qrk'].map(by)).toEqual([null, null, null])
  })
})

describe('synced folders are known by what their programs leave in them, and by where they lie', () => {
  it.each([
    ['.dropbox', 'Dropbox'],
    ['.stfolder', 'Syncthing'],
    ['.sync_d41d8cd98f00.db', 'Nextcloud'],
    ['._sync_d41d8cd98f00.db', 'Nextcloud'],
    ['.owncloudsync.log', 'ownCloud'],
    ['.tmp.driveupload', 'Google Drive'],
  ])('%s in a folder above: %s', (name, by) => {
    const told = system({ tree: { '/srv/kept': ['team', name], '/srv': ['kept'] } })
    expect(placeOf('/srv/kept/team/2026/study.qrk', told)).toEqual({ kind: 'synced', by })
    expect(placeOf('/srv/study.qrk', told)).toBeNull()
  })

  it.each([
    ['linux', '/home/ann', '/home/ann/Dropbox/study.qrk', 'Dropbox'],
    ['linux', '/home/ann', '/home/ann/OneDrive/a/study.qrk', 'OneDrive'],
    ['linux', '/home/ann', '/home/ann/Seafile/My Library/study.qrk', 'Seafile'],
    ['linux', '/home/ann', '/home/ann/Nextcloud/study.qrk', 'Nextcloud'],
    ['linux', '/home/ann', '/home/ann/notes/Dropbox/study.qrk', null],
    ['darwin', '/Users/ann', '/Users/ann/Library/CloudStorage/OneDrive-Uni/study.qrk', 'OneDrive'],
    ['darwin', '/Users/ann', '/Users/ann/Library/CloudStorage/GoogleDrive-a@b.c/My Drive/study.qrk', 'Google Drive'],
    ['darwin', '/Users/ann', '/Users/ann/Library/CloudStorage/Box-Box/study.qrk', 'CloudStorage'],
    ['darwin', '/Users/ann', '/Users/ann/Library/Mobile Documents/com~apple~CloudDocs/study.qrk', 'iCloud Drive'],
    ['win32', 'C:\\Users\\Ann', 'C:\\Users\\Ann\\OneDrive - Uni\\study.qrk', 'OneDrive'],
    ['win32', 'C:\\Users\\Ann', 'C:\\Users\\Ann\\iCloudDrive\\study.qrk', 'iCloud Drive'],
    ['win32', 'C:\\Users\\Ann', 'C:\\Users\\Ann\\Documents\\study.qrk', null],
  ] as const)('%s: %s, %s: %s', (platform, home, path, by) => {
    expect(placeOf(path, system({ platform, home }))?.by ?? null).toBe(by)
  })

  it('OneDrive on Windows wherever it was put, and the documents of macOS once iCloud has them', () => {
    const windows = system({ platform: 'win32', home: 'C:\\Users\\Ann', env: { OneDriveCommercial: 'D:\\Work' } })
    expect(placeOf('D:\\Work\\a\\study.qrk', windows)).toEqual({ kind: 'synced', by: 'OneDrive' })
    const inICloud = '/Users/ann/Library/Mobile Documents/com~apple~CloudDocs'
    const mac = (tree: Record<string, string[]>) => system({ platform: 'darwin', home: '/Users/ann', tree })
    const path = '/Users/ann/Documents/Thicket/study.qrk'
    expect(placeOf(path, mac({ [inICloud]: ['Documents', 'Desktop'] }))?.by).toBe('iCloud Drive')
    expect(placeOf(path, mac({}))).toBeNull()
  })
})

it('the copies lie with the configuration; where that lies on the network, in a folder of the person’s own of this machine', () => {
  const home = testFolder()
  const onNetwork = system({ mounts: () => [{ at: home, by: 'NFS' }] })
  const shared = testFolder()
  try {
    expect(workingFolder(join(home, 'config'), system())).toBe(join(home, 'config/working'))
    const own = workingFolder(join(home, 'config'), onNetwork, shared)
    expect(own).toBe(join(shared, `thicket-${process.getuid?.()}`, 'working'))
    // Somebody else's of that name is not taken.
    rmSync(join(shared, `thicket-${process.getuid?.()}`), { recursive: true })
    writeFileSync(join(shared, `thicket-${process.getuid?.()}`), '')
    expect(workingFolder(join(home, 'config'), onNetwork, shared)).toBe(join(home, 'config/working'))
  } finally {
    for (const folder of [home, shared]) rmSync(folder, { recursive: true, force: true })
  }
})

it('what may be written is asked of the system', () => {
  const folder = testFolder()
  mkdirSync(join(folder, 'closed'))
  writeFileSync(join(folder, 'closed/a.qrk'), '')
  chmodSync(join(folder, 'closed/a.qrk'), 0o666)
  writeFileSync(join(folder, 'b.qrk'), '')
  chmodSync(join(folder, 'b.qrk'), 0o444)
  chmodSync(join(folder, 'closed'), 0o555)
  chmodSync(folder, 0o777)
  // Permissions do not bind root: then somebody else asks.
  const script = `import { thisSystem } from ${JSON.stringify(join(import.meta.dirname, 'folderPlace.ts'))}
if (process.getuid?.() === 0) { process.setgid(65534); process.setuid(65534) }
console.log(JSON.stringify(${JSON.stringify(['', 'b.qrk', 'closed', 'closed/a.qrk', 'none'].map((name) => join(folder, name)))}.map(thisSystem().mayWrite)))`
  const asked = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], { encoding: 'utf8' })
  chmodSync(join(folder, 'closed'), 0o755)
  rmSync(folder, { recursive: true })
  expect([asked.stderr, JSON.parse(asked.stdout || 'null')]).toEqual(['', [true, false, false, true, false]])
})
