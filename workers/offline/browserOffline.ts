/**
 * The service worker: a browser that knows the page opens it without a network. Built by itself into `offline.js` beside the document.
 *
 * Promises: document and files are of one build, whichever of the two answers; what the server says goes before what is kept; the paths of
 * calls and projects are never looked at. A build is kept whole or not at all, and the one before stays for pages that are open. The kept document
 * has the headers that it came with, hence the nonce of its policy, for as long as it is kept.
 */
import { keptCaches, requestKindOf } from './requestKind.ts'

declare const self: ServiceWorkerGlobalScope

interface Build {
  /** The folder below `assets/`. */
  hash: string
  /** Files of it that the page needs sooner or later; what else there is, is kept once it was asked for. */
  files: string[]
}

/** The build puts itself in. */
const build = JSON.parse('__BUILD__') as Build

const scope = self.registration.scope
const prefix = `thicket:${new URL(scope).pathname}:`
/** How long the server may take over the document where one is kept, in ms. */
const patience = 4000
const atATime = 6

const fromServer = () => fetch(scope, { cache: 'no-store', redirect: 'error' })

async function install(): Promise<void> {
  const cache = await caches.open(prefix + build.hash)
  const left = build.files.map((name) => `${scope}assets/${build.hash}/${name}`)
  const next = async (): Promise<void> => {
    for (let url = left.pop(); url !== undefined; url = left.pop()) {
      if (await cache.match(url)) continue
      const response = await fetch(url)
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      await cache.put(url, response)
    }
  }
  await Promise.all(Array.from({ length: atATime }, next))
  // The server has another build by now: that one's service worker comes with the next visit.
  if (!(await keepDocument(await fromServer()))) throw new Error('another build')
  await self.skipWaiting()
}

/** Keeps the document if it is this build's; what it says of the server is then the newest. */
async function keepDocument(response: Response): Promise<boolean> {
  if (!response.ok || !(await response.clone().text()).includes(`name="build" content="${build.hash}"`)) return false
  await (await caches.open(prefix + build.hash)).put(scope, response)
  return true
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const kept = keptCaches(names, prefix, build.hash)
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && !kept.has(name)).map((name) => caches.delete(name)),
  )
  await self.clients.claim()
}

const keptDocument = async () => (await caches.open(prefix + build.hash)).match(scope)

async function documentFor(event: FetchEvent): Promise<Response> {
  const asked = fromServer()
  const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null))
  // A proxy answers for a server that is not there.
  const answered = asked.then((response) => (response.status >= 500 ? null : response)).catch(() => null)
  const response = await Promise.race([answered, late])
  if (response) {
    event.waitUntil(keepDocument(response.clone()).catch(() => false))
    return response
  }
  return (await keptDocument()) ?? asked
}

async function asset(request: Request): Promise<Response> {
  for (const name of (await caches.keys()).filter((name) => name.startsWith(prefix))) {
    const found = await (await caches.open(name)).match(request.url)
    if (found) return found
  }
  const response = await fetch(request)
  if (response.status === 200 && request.url.startsWith(`${scope}assets/${build.hash}/`)) {
    const copy = response.clone()
    // Without room it is fetched again another time.
    void caches
      .open(prefix + build.hash)
      .then((cache) => cache.put(request.url, copy))
      .catch(() => {})
  }
  return response
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const kind = requestKindOf(event.request, scope)
  if (kind === 'document') event.respondWith(documentFor(event))
  if (kind === 'asset') event.respondWith(asset(event.request))
})
