/** As much of a browser as a sign-in with a provider needs: it follows where it is sent, and keeps the cookies of each server. */

export interface SsoBrowser {
  /** Goes to an address and on to where it is sent, until there is a page, or `stopsAt` says that it is enough. */
  visit(address: string, how?: { body?: URLSearchParams; stopsAt?: (address: string) => boolean }): Promise<Visited>
  /** A call of the page at `base`. */
  post(address: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }>
}

export interface Visited {
  address: string
  status: number
  text: string
}

export function openSsoBrowser(): SsoBrowser {
  /** By origin, name and value. */
  const jars = new Map<string, Map<string, string>>()
  const sent = async (address: string, init: RequestInit): Promise<Response> => {
    const { origin } = new URL(address)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) }
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  const visit: SsoBrowser['visit'] = async (address, { body, stopsAt = () => false } = {}) => {
    let [at, init]: [string, RequestInit] = [address, body ? { method: 'POST', body } : {}]
    for (let hops = 0; hops < 12; hops += 1) {
      const response = await sent(at, init)
      const next = response.headers.get('location')
      if (next === null) return { address: at, status: response.status, text: await response.text() }
      await response.arrayBuffer()
      ;[at, init] = [new URL(next, at).href, {}]
      if (stopsAt(at)) return { address: at, status: response.status, text: '' }
    }
    throw new Error('it is sent from one to the other without end')
  }
  return {
    visit,
    post: async (address, body) => {
      const headers = { 'content-type': 'application/json', origin: new URL(address).origin }
      const response = await sent(address, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
  }
}

const isAtPage = (address: string): boolean => address.includes('/web/#/')
/** What the page at an address was sent back with; empty: nothing. */
export const codeIn = (address: string): string => /[?&]code=([\w-]+)/.exec(address)?.[1] ?? ''

/** From the page at `base` to the provider, by its form where nobody is logged in there, and back to the page: the code that it finishes with. */
export async function wayThrough(browser: SsoBrowser, base: string, login: string, provider = 'uni'): Promise<string> {
  const asked = await browser.visit(`${base}/web/api/v2/auth/sso/${provider}/begin`, { stopsAt: isAtPage })
  if (isAtPage(asked.address)) return codeIn(asked.address)
  const action = /action="([^"]+)"/.exec(asked.text)?.[1] ?? ''
  const body = new URLSearchParams({ prompt: 'login', login, password: 'any' })
  const back = await browser.visit(new URL(action, asked.address).href, { body, stopsAt: isAtPage })
  return codeIn(back.address)
}
