/** Which program opens the page: tried on Linux; for the other systems, what would be run there, by what their tools print. */
import { describe, expect, it } from 'vitest'
import { type BrowserMachine, browserCommand } from './openBrowser.ts'

const address = 'http://127.0.0.1:4711/web/#launch=x'
/** `says`: what the system's programs print, by their names. */
const open = (
  platform: NodeJS.Platform,
  says: Record<string, string | ((args: readonly string[]) => string)>,
  env: NodeJS.ProcessEnv = { DISPLAY: ':0' },
) => {
  const ask: BrowserMachine['ask'] = (program, args) => {
    const said = says[program] ?? ''
    return typeof said === 'string' ? said : said(args)
  }
  return browserCommand(address, { platform, env, ask })
}

describe('openBrowser', () => {
  it('opens nothing where that is asked, in tests of others, and without a screen', () => {
    expect(open('linux', {}, { DISPLAY: ':0', THICKET_NO_OPEN: '1' })).toEqual([])
    expect(open('darwin', {}, { CI: 'true' })).toEqual([])
    expect(open('linux', {}, {})).toEqual([])
  })

  it('Linux: a window of its own in a browser of Chromium’s family that is found, else a tab', () => {
    const which = (args: readonly string[]) => (args[0] === 'google-chrome' ? '/usr/bin/google-chrome\n' : '')
    expect(open('linux', { 'xdg-settings': 'google-chrome.desktop\n', which })).toEqual([
      '/usr/bin/google-chrome',
      `--app=${address}`,
    ])
    // A flatpak is no program in the path.
    expect(open('linux', { 'xdg-settings': 'org.chromium.Chromium.desktop\n', which })).toEqual(['xdg-open', address])
    expect(open('linux', { 'xdg-settings': 'firefox.desktop\n', which: '/usr/bin/firefox' })).toEqual([
      'xdg-open',
      address,
    ])
    expect(open('linux', {}, { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open', address])
  })

  it('Windows: by the program of the default browser', () => {
    const chrome = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'
    const reg = (command: string) => (args: readonly string[]) =>
      args[1]?.startsWith('HKCU')
        ? '\r\n    ProgId    REG_SZ    ChromeHTML\r\n'
        : `\r\n    (Default)    REG_SZ    ${command}\r\n`
    expect(open('win32', { reg: reg(`"${chrome}" --single-argument %1`) })).toEqual([chrome, `--app=${address}`])
    const tab = ['rundll32', 'url.dll,FileProtocolHandler', address]
    expect(open('win32', { reg: reg('"C:\\Program Files\\Mozilla Firefox\\firefox.exe" -osint -url "%1"') })).toEqual(
      tab,
    )
    expect(open('win32', {})).toEqual(tab)
  })

  it('macOS: by the bundle of the default browser', () => {
    const handlers = (bundle: string) =>
      `(\n    {\n        LSHandlerRoleAll = "com.apple.mail";\n        LSHandlerURLScheme = mailto;\n    },\n    {\n        LSHandlerRoleAll = "${bundle}";\n        LSHandlerURLScheme = http;\n    }\n)\n`
    expect(open('darwin', { defaults: handlers('com.google.chrome') })).toEqual([
      ...['open', '-n', '-b', 'com.google.chrome', '--args', `--app=${address}`],
    ])
    expect(open('darwin', { defaults: handlers('org.mozilla.firefox') })).toEqual(['open', address])
    expect(open('darwin', {})).toEqual(['open', address])
  })
})
