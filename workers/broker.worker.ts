/**
 * A shared worker that brings the tabs of a browser together: each project has one owner; other tabs get a port to it.
 * It holds no project and no state but who is here.
 */

/** What a page says. `port`: one end of a channel to the owner, the other end is the asking tab's. */
export type ToBroker = { kind: 'own' | 'want'; project: string } | { kind: 'gone' }
/** What a page is told. `serve` goes to the owner, with a port to hand to its worker; `port` to the one who wants it. */
export type FromBroker = { kind: 'serve' | 'port'; project: string }

interface Page {
  port: MessagePort
  wants: Set<string>
}

const owners = new Map<string, Page>()
const pages = new Set<Page>()

function connect(page: Page, project: string): void {
  const owner = owners.get(project)
  if (!owner || owner === page) return
  const { port1, port2 } = new MessageChannel()
  owner.port.postMessage({ kind: 'serve', project } satisfies FromBroker, [port1])
  page.port.postMessage({ kind: 'port', project } satisfies FromBroker, [port2])
}

function hear(page: Page, message: ToBroker): void {
  if (message.kind === 'gone') {
    pages.delete(page)
    for (const [project, owner] of owners) if (owner === page) owners.delete(project)
    return
  }
  if (message.kind === 'want') {
    page.wants.add(message.project)
    connect(page, message.project)
    return
  }
  page.wants.delete(message.project)
  owners.set(message.project, page)
  for (const other of pages) if (other.wants.has(message.project)) connect(other, message.project)
}

const shared = globalThis as unknown as { onconnect: (event: MessageEvent) => void }
shared.onconnect = ({ ports: [port] }) => {
  if (!port) return
  const page: Page = { port, wants: new Set() }
  pages.add(page)
  port.onmessage = ({ data }) => hear(page, data as ToBroker)
}
