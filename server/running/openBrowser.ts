/** Opens an address in the person's browser, where there is one and THICKET_NO_OPEN does not say otherwise. */
import { spawn } from 'node:child_process'

export function openBrowser(address: string, env: NodeJS.ProcessEnv = process.env): void {
  if (env.THICKET_NO_OPEN === '1' || env.CI) return
  const command = commandFor(address, env)
  if (!command) return
  const [program, ...args] = command
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {}) // The address is printed in any case.
  child.unref()
}

function commandFor(address: string, env: NodeJS.ProcessEnv): [string, ...string[]] | null {
  if (process.platform === 'darwin') return ['open', address]
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address]
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open', address] : null
}
