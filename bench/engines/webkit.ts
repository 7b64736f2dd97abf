/**
 * WebKitGTK, by the W3C WebDriver protocol: its driver, and its MiniBrowser on a screen that nobody sees (Xvfb). One session is one browser, whose
 * storage goes with it; the driver is told which tab each word is for.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { callOf, type Engine, namedKeys, type PagePoint, type Tab } from './engine.ts'
import { programOf } from './programOf.ts'

/** null where there is none. THICKET_WEBKIT_DRIVER names its driver. */
export async function startWebKit(folder: string): Promise<Engine | null> {
  const driver = programOf(process.env.THICKET_WEBKIT_DRIVER, ['WebKitWebDriver'])
  const [browser] = globSync('/usr/{lib,libexec}/**/webkit2gtk-4.*/MiniBrowser')
  const screen = programOf(undefined, ['Xvfb'])
  if (!driver || !browser || !screen) return null
  const downloads = join(folder, 'webkit downloads')
  mkdirSync(downloads, { recursive: true })
  writeFileSync(join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  const shown = await startScreen(screen)
  const port = await freePort()
  const process_ = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: shown.display, HOME: folder, XDG_CONFIG_HOME: folder, LANGUAGE: 'en_GB' },
  })
  const stop = () => {
    process_.kill()
    shown.process.kill()
  }
  try {
    const call = await calling(port)
    const args = ['--automation']
    const { sessionId, capabilities } = (await call('POST', '/session', {
      capabilities: {
        alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: browser, args } },
      },
    })) as { sessionId: string; capabilities: { browserVersion: string } }
    const session = sessionOf(call, `/session/${sessionId}`)
    return {
      name: 'WebKitGTK',
      version: `WebKitGTK ${capabilities.browserVersion}`,
      downloads,
      newTab: session.newTab,
      end: async () => {
        await call('DELETE', `/session/${sessionId}`).catch(() => {})
        stop()
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}

/** What the driver does not answer within this stands still, in ms. */
const patience = 40_000

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** Once the driver listens. */
async function calling(port: number): Promise<Call> {
  const call: Call = async (method, path, body = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(patience),
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
    if (!response.ok) throw new Error(`${path}: ${value?.error} ${value?.message}`)
    return value
  }
  for (let tries = 100; ; tries -= 1) {
    try {
      await call('GET', '/status')
      return call
    } catch (error) {
      if (tries === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
function sessionOf(call: Call, session: string): { newTab(): Promise<Tab> } {
  let first = true
  const actions = (list: object[]) => call('POST', `${session}/actions`, { actions: list })
  const newTab = async (): Promise<Tab> => {
    const handle = first
      ? ((await call('GET', `${session}/window`)) as string)
      : ((await call('POST', `${session}/window/new`, { type: 'window' })) as { handle: string }).handle
    first = false
    /** Everything goes to the tab that was switched to last. */
    const here = async <T>(act: () => Promise<unknown>): Promise<T> => {
      await call('POST', `${session}/window`, { handle })
      return (await act()) as T
    }
    await here(() => call('POST', `${session}/window/rect`, { width: 1280, height: 900 }))
    return {
      open: (url) => here(() => call('POST', `${session}/url`, { url })),
      reload: () => here(() => call('POST', `${session}/refresh`)),
      ask: (question, ...args) =>
        here(() => call('POST', `${session}/execute/sync`, { script: `return ${callOf(question, args)}`, args: [] })),
      press: (...chords) => here(() => actions([{ type: 'key', id: 'keys', actions: chords.flatMap(pressed) }])),
      drag: (path) => here(() => actions([{ type: 'pointer', id: 'mouse', actions: dragged(path) }])),
      choose: (value, file) =>
        here(async () => {
          const found = (await call('POST', `${session}/element`, { using: 'css selector', value })) as Record<
            string,
            string
          >
          await call('POST', `${session}/element/${found[elementKey]}/value`, { text: file })
        }),
      picture: () => here(async () => Buffer.from((await call('GET', `${session}/screenshot`)) as string, 'base64')),
    }
  }
  return { newTab }
}

function pressed(chord: string): object[] {
  const keys = (chord.length === 1 ? [chord] : chord.split('+')).map((key) => namedKeys[key] ?? key)
  return [
    ...keys.map((value) => ({ type: 'keyDown', value })),
    ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
  ]
}

/** How long a step of the pointer takes, in ms: a page draws in between. */
const stride = 16

function dragged(path: readonly PagePoint[]): object[] {
  const moves = path.map(({ x, y }) => ({ type: 'pointerMove', duration: stride, x: Math.round(x), y: Math.round(y) }))
  return [moves[0] ?? {}, { type: 'pointerDown', button: 0 }, ...moves.slice(1), { type: 'pointerUp', button: 0 }]
}

/** The screen names its own number once it is there. */
async function startScreen(program: string): Promise<{ process: ChildProcess; display: string }> {
  const process = spawn(program, ['-displayfd', '3', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((resolve, reject) => {
    process.stdio[3]?.on('data', (bytes: Buffer) => resolve(`:${bytes.toString().trim()}`))
    process.on('exit', () => reject(new Error('Xvfb did not start')))
  })
  return { process, display }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
