/**
 * Opens an address in the person's browser, where there is one and THICKET_NO_OPEN does not say otherwise: in a window of its own where the
 * browser is of Chromium's family, else in a tab.
 */
import { spawn, spawnSync } from 'node:child_process'

export interface BrowserMachine {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  /** What a program of the system prints; empty where there is no such program, or it fails. */
  ask(program: string, args: readonly string[]): string
}

const thisDesktop: BrowserMachine = {
  platform: process.platform,
  env: process.env,
  ask: (program, args) => {
    const { status, stdout } = spawnSync(program, args, {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return status === 0 ? stdout : ''
  },
}

export function openBrowser(address: string, desktop: BrowserMachine = thisDesktop): void {
  const [program, ...args] = browserCommand(address, desktop)
  if (program === undefined) return
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {}) // The address is printed in any case.
  child.unref()
}

/** A program and its arguments; none where nothing is to be opened. */
export function browserCommand(address: string, desktop: BrowserMachine): string[] {
  const { platform, env } = desktop
  if (env.THICKET_NO_OPEN === '1' || env.CI) return []
  const opener = openers[platform] ?? onLinux
  return opener(address, desktop)
}

type Opener = (address: string, desktop: BrowserMachine) => string[]

/** As the names of programs and bundles have it. */
const chromiums = /chrom(e|ium)|msedge|edge|brave|vivaldi|opera/i
const windowOf = (address: string): string => `--app=${address}`

const onLinux: Opener = (address, { env, ask }) => {
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return []
  // `google-chrome.desktop`, `org.chromium.Chromium.desktop`
  const entry = ask('xdg-settings', ['get', 'default-web-browser']).trim()
  const program = chromiums.test(entry) ? ask('which', [entry.replace(/\.desktop$/, '')]).trim() : ''
  return program ? [program, windowOf(address)] : ['xdg-open', address]
}

const onWindows: Opener = (address, { ask }) => {
  const choice = 'HKCU\\Software\\Microsoft\\Windows\\Shell\\Associations\\UrlAssociations\\http\\UserChoice'
  const id = /ProgId\s+REG_SZ\s+(\S+)/.exec(ask('reg', ['query', choice, '/v', 'ProgId']))?.[1]
  const command = id ? ask('reg', ['query', `HKCR\\${id}\\shell\\open\\command`, '/ve']) : ''
  const program = /"([^"]+\.exe)"/i.exec(command)?.[1]
  return program && chromiums.test(program)
    ? [program, windowOf(address)]
    : ['rundll32', 'url.dll,FileProtocolHandler', address]
}

/** The system tells the default browser to programs of its own kind alone: its list of handlers is read. */
const onMac: Opener = (address, { ask }) => {
  const list = ask('defaults', ['read', 'com.apple.LaunchServices/com.apple.launchservices.secure', 'LSHandlers'])
  const handler = list.split('}').find((part) => /LSHandlerURLScheme = "?http"?;/.test(part)) ?? ''
  const bundle = /LSHandlerRoleAll = "([^"]+)";/.exec(handler)?.[1] ?? ''
  return chromiums.test(bundle) ? ['open', '-n', '-b', bundle, '--args', windowOf(address)] : ['open', address]
}

const openers: Partial<Record<NodeJS.Platform, Opener>> = { win32: onWindows, darwin: onMac }
