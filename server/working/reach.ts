/**
 * Whether folders of other machines answer. Where the network is away, whoever asks for a file there waits for minutes within one call of the
 * system, and all that the server does waits with them. So such a folder is asked first, aside: by what no system answers from memory, and once at
 * a time, since each that waits holds one of the few threads that look into files.
 */
import { lstatSync, readlinkSync } from 'node:fs'
import { networkMount, pathsOf, type System } from './folderPlace.ts'
import type { Mount } from './mounts.ts'

export interface Reach {
  /** `path`: absolute. Resolves to true at once where it lies on this machine; `within`: ms that another one may take. */
  answers(path: string, within?: number): Promise<boolean>
}

/** ms: a disk of a server may have to wake up. */
const usualPatience = 5000

export function openReach(system: System, patience = usualPatience): Reach {
  const asking = new Map<string, { since: number; answered: Promise<void> }>()
  const ask = (mount: Mount, folder: string) => {
    const before = asking.get(mount.at)
    if (before) return before
    const answered = system.ask(folder).finally(() => asking.delete(mount.at))
    const asked = { since: performance.now(), answered }
    asking.set(mount.at, asked)
    return asked
  }
  return {
    answers: async (path, within = patience) => {
      const found = mountAlong(path, system)
      if (!found) return true
      const { dirname, sep } = pathsOf(system)
      const folder = dirname(found.path)
      const isIn = `${folder}${sep}`.startsWith(`${found.mount.at}${sep}`)
      const { since, answered } = ask(found.mount, isIn ? folder : found.mount.at)
      const left = Math.max(0, since + Math.min(within, patience) - performance.now())
      let late: NodeJS.Timeout | undefined
      const waited = new Promise<boolean>((resolve) => {
        late = setTimeout(resolve, left, false)
      })
      const isThere = await Promise.race([answered.then(() => true), waited])
      clearTimeout(late)
      return isThere
    },
  }
}

const mostLinks = 40

/** The mount of another machine that is come to on the way along the path, by links too, and the path there: it is not asked for anything. */
function mountAlong(path: string, asked: System): { mount: Mount; path: string } | null {
  const mounts = asked.mounts()
  const system = { ...asked, mounts: () => mounts }
  const { parse, join, resolve, sep } = pathsOf(system)
  let [wanted, links] = [path, 0]
  for (;;) {
    const { root } = parse(wanted)
    let [at, link] = [root, null as string | null]
    const names = wanted.slice(root.length).split(sep).filter(Boolean)
    while (names.length > 0 && link === null) {
      at = join(at, names.shift() ?? '')
      const mount = networkMount(at + sep, system)
      if (mount) return { mount, path: wanted }
      link = linkAt(at)
    }
    if (link === null || links === mostLinks) return null
    links += 1
    wanted = resolve(at, '..', link, ...names)
  }
}

function linkAt(path: string): string | null {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null
  } catch {
    return null
  }
}
