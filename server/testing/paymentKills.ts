/** The server as a process of its own is killed while somebody makes an account and is sent to pay; another goes on in its folder. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCloud } from './cloudProcess.ts'
import { type FakeStripe, openFakeStripe } from './fakeStripe.ts'
import { priceAt, priceList, stripeSettings } from './licencePrices.ts'
import { testFolder } from './serve.ts'

const person = { name: 'Person', email: 'person@example.org', password: 'a zebra in the lamp' }
const config = { licence: 'cloud', sector: 'academic', country: 'DE' }
type Told = Record<string, unknown>

/** False: less than so many calls were made, so that nothing was killed. Throws where somebody has paid and may not work, or could pay twice. */
export async function killPaying({ left, isDone }: { left: number; isDone: boolean }): Promise<boolean> {
  const fake = await openFakeStripe()
  const data = testFolder()
  writeFileSync(join(data, 'prices.json'), JSON.stringify(priceList([priceAt(fake)], ['academic'])))
  const env = stripeSettings(fake)
  let server = await startCloud(data, env)
  /** JSON, or a form; no answer where the server has ended. */
  const call = async (
    path: string,
    body: Told | FormData,
    token = '',
  ): Promise<{ status: number; told: Told } | null> => {
    const isForm = body instanceof FormData
    const headers = {
      origin: server.base,
      ...(!isForm && { 'content-type': 'application/json' }),
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    }
    const sent = isForm ? body : JSON.stringify(body)
    const response = await fetch(`${server.base}/web/api${path}`, { method: 'POST', headers, body: sent }).catch(
      () => null,
    )
    return response && { status: response.status, told: (await response.json()) as Told }
  }
  const begin = () => call('/v2/register/checkout', form({ selectedConfig: config, registration: person }))
  const again = async () => {
    await server.kill()
    fake.cut = null
    server = await startCloud(data, env)
  }
  try {
    // What was asked for the start is not what is cut.
    fake.cut = { left, isDone, atEnd: () => server.child.kill('SIGKILL') }
    if (await begin()) return false
    await again()
    const { account, url } = await goOn(begin, call)
    expectOne(fake)
    fake.pay(url.split('/').at(-1) ?? '')
    // Killed after it was paid, before it was told.
    await again()
    await call('/user/subscription/check', {}, account)
    const made = await call('/v2/projects', { name: 'Study' }, account)
    if (made?.status !== 200) throw new Error(`it was paid, and ${JSON.stringify(made?.told)}`)
    expectOne(fake)
    return true
  } finally {
    await server.kill()
    await fake.close()
    rmSync(data, { recursive: true, force: true })
  }
}

type Call = (path: string, body: Told | FormData, token?: string) => Promise<{ status: number; told: Told } | null>

/** As a person does who was told nothing: they register again, and where there is such an account already sign in and pay. */
async function goOn(begin: () => ReturnType<Call>, call: Call): Promise<{ account: string; url: string }> {
  const made = (await begin())?.told
  const isMade = made && 'account' in made
  const signedIn = isMade
    ? made
    : (await call('/v2/auth/login', { email: person.email, password: person.password }))?.told
  const account = (signedIn?.account as { access_token?: string } | undefined)?.access_token
  if (account === undefined) throw new Error(`nobody can sign in: ${JSON.stringify([made, signedIn])}`)
  const told = isMade ? made : (await call('/user/subscription/cloud', form({ selectedConfig: config }), account))?.told
  if (typeof told?.url !== 'string') throw new Error(`nothing can be paid: ${JSON.stringify(told)}`)
  return { account, url: told.url }
}

function form(parts: Record<string, object>): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(parts)) made.append(name, JSON.stringify(value))
  return made
}

function expectOne({ customers, sessions, subscriptions }: FakeStripe): void {
  const open = [...sessions.values()].filter(({ status }) => status === 'open')
  const counts = { customers: customers.size, payable: open.length + subscriptions.size }
  if (counts.customers !== 1 || counts.payable !== 1)
    throw new Error(`there should be one of each: ${JSON.stringify(counts)}`)
}
