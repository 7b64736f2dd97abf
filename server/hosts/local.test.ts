import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { configFolder } from '../base/settings/configFolder.ts'
import { testFolder } from '../testing/serve.ts'
import { openInstallation } from './installation.ts'
import { localHost } from './local.ts'
import { projectFolder } from './projectFolder.ts'

const folders: string[] = []
const folder = () => {
  folders.push(testFolder())
  return folders.at(-1) as string
}
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})
const noted = (uuid: string, path: string, clean = true) => ({ uuid, path, epoch: 'e', head: 1, hash: 'h', clean })

it('the configuration lies where the system has it, or where THICKET_CONFIG says', () => {
  expect(configFolder({ THICKET_CONFIG: '/a/b' }, 'linux')).toBe('/a/b')
  expect(configFolder({ XDG_CONFIG_HOME: '/x' }, 'linux')).toBe('/x/thicket')
  expect(configFolder({}, 'linux')).toBe(join(homedir(), '.config/thicket'))
  expect(configFolder({}, 'darwin')).toBe(join(homedir(), 'Library/Application Support/Thicket'))
  expect(configFolder({ APPDATA: '/roaming' }, 'win32')).toBe(join('/roaming', 'Thicket'))
})

it('the secret is 256 bits, its owner’s alone, kept, and made anew when it is damaged; the port is kept', () => {
  const path = folder()
  const first = openInstallation(path)
  expect(Buffer.from(first.secret, 'base64url')).toHaveLength(32)
  expect(statSync(join(path, 'secret')).mode & 0o777).toBe(0o600)
  expect(first.ports()).toEqual([])
  first.keepPort(4321)
  const second = openInstallation(path)
  expect([second.secret, second.ports()]).toEqual([first.secret, [4321]])
  for (const found of [5001, 5002, 5003, 5004]) second.keepPort(found)
  // Its own stays the first; of those that stood in for it, the newest.
  expect(openInstallation(path).ports()).toEqual([4321, 5004, 5003, 5002])
  writeFileSync(join(path, 'secret'), 'short')
  expect(openInstallation(path).secret).toMatch(/^[\w-]{43}$/)
  expect(openInstallation(path).secret).toBe(readFileSync(join(path, 'secret'), 'utf8'))
})

it('a secret, or a list of projects, that the disk does not give is not written over', () => {
  const path = folder()
  // Read, a folder is a failure of the system's, as a broken disk is.
  for (const name of ['secret', 'projects.json']) mkdirSync(join(path, name))
  expect(() => openInstallation(path)).toThrow('EISDIR')
  const host = localHost(path, 'secret')
  expect(() => host.note(noted('a', join(path, 'a.qrk')))).toThrow('EISDIR')
  expect(readdirSync(path)).toEqual(['projects.json', 'secret'])
})

it('the holder of the secret is the one person, everybody else is nobody', () => {
  const host = localHost(folder(), 'secret')
  expect(host.authenticate('secret')).toEqual({ id: 'local', session: 'local' })
  for (const token of ['', 'Secret', 'secret ', 'secre']) expect(host.authenticate(token)).toBeNull()
})

it('the list has the newest first, without those taken off, and outlives the server', async () => {
  const path = folder()
  const host = localHost(path, 's')
  const person = { id: 'local', session: 'local' }
  for (const name of ['a', 'b', 'c']) {
    writeFileSync(join(path, name), '')
    host.note(noted(name, join(path, name), false))
  }
  host.note(noted('b', join(path, 'b')))
  host.note(noted('a', join(path, 'a')))
  const listed = async () => localHost(path, 's').projects(person)
  const names = async () => (await listed()).map(({ project_uuid }) => project_uuid)
  expect(await names()).toEqual(['c', 'b', 'a'])
  host.note(noted('a', join(path, 'a'), false))
  expect(await names()).toEqual(['a', 'c', 'b'])
  host.remove('c')
  expect(await names()).toEqual(['a', 'b'])
  expect(host.access(person, 'nobody')).toBeNull()
  rmSync(join(path, 'b'))
  expect((await listed()).map(({ modified }) => modified === null)).toEqual([false, true])
})

it('a path holds one project', () => {
  const host = localHost(folder(), 's')
  host.note(noted('old', '/p/one.qrk'))
  host.note(noted('new', '/p/one.qrk', false))
  expect([host.pathOf('old'), host.pathOf('new')]).toEqual([null, '/p/one.qrk'])
})

it('a configuration that cannot be read is begun anew', () => {
  const path = folder()
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'projects.json'), '{"projects": 7')
  const host = localHost(path, 's')
  expect(host.noted('')).toEqual([])
  host.local.setLastAuthor('Ann')
  expect(localHost(path, 's').local.lastAuthor()).toBe('Ann')
})

it('new projects go to Thicket among the documents, whatever the desktop calls them, else in the home folder', () => {
  const home = folder()
  expect(projectFolder(home, {}, 'linux')).toBe(join(home, 'Thicket'))
  mkdirSync(join(home, 'Documents'))
  expect(projectFolder(home, {}, 'linux')).toBe(join(home, 'Documents/Thicket'))
  mkdirSync(join(home, '.config'))
  writeFileSync(join(home, '.config/user-dirs.dirs'), '# made by the desktop\nXDG_DOCUMENTS_DIR="$HOME/Dokumente"\n')
  expect(projectFolder(home, {}, 'linux')).toBe(join(home, 'Documents/Thicket'))
  mkdirSync(join(home, 'Dokumente'))
  expect(projectFolder(home, {}, 'linux')).toBe(join(home, 'Dokumente/Thicket'))
  expect(projectFolder(home, {}, 'win32')).toBe(join(home, 'Documents/Thicket'))
})

it('a name is a path, or a file in the folder for projects', async () => {
  const host = localHost(folder(), 's')
  expect(await host.local.resolvePath('/a/../b.qrk')).toEqual({ ok: '/b.qrk' })
  expect(await host.local.resolvePath(' Interviews ')).toEqual({ ok: join(host.local.home, 'Interviews') })
  expect(await host.local.resolvePath('~/x')).toEqual({ ok: join(homedir(), 'x') })
  expect(await host.local.resolvePath('  ')).toEqual({ problem: { kind: 'missingProjectName' } })
})
