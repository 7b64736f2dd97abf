/** The files in a `.qdpx`, found as writers name them: any folder, any case, with or without a scheme. */
import { problem, type Result } from '../../../src/model/problems.ts'
import type { ImportFile } from '../readSources.ts'
import { openZip, type Refused } from '../zip/readZip.ts'

export interface Archive {
  /** The name of the entry that a path of the XML means; null where there is none. */
  find: (path: string) => string | null
  /** Problems: conversionFailed, fileTooLarge. */
  read: (name: string) => Result<Uint8Array>
  /** Of the project itself. */
  xml: () => Result<Uint8Array>
}

const MB = 1024 * 1024
/** In bytes: the largest XML of a project, and the largest other file in it, unpacked. Texts may be read twice. */
const largestXml = 512 * MB
const largestPart = 128 * MB
const budget = {
  entries: 65_000,
  total: 2048 * MB,
  entry: (name: string) => (isXml(name) ? largestXml : largestPart),
}

const isXml = (name: string): boolean => /\.qde$/i.test(name)
/** What macOS adds to archives. */
const isStray = (name: string): boolean => /(?:^|\/)(?:__MACOSX\/|\._)/.test(name)

/** Problems: conversionFailed, fileTooLarge, qdeMissing. */
export function openArchive({ name: file, bytes }: ImportFile): Result<Archive> {
  const refused = (found: Refused) =>
    'fault' in found
      ? problem({ kind: 'conversionFailed', name: file, detail: found.fault })
      : problem({ kind: 'fileTooLarge', name: file, ...found.tooLarge })
  const zip = openZip(bytes, budget, 'a QDPX file')
  if (!('names' in zip)) return refused(zip)
  const names = zip.names.filter((name) => !isStray(name))
  const main = mainFile(names)
  if (main === undefined) return problem({ kind: 'qdeMissing', name: file })
  const find = finder(names)
  const read: Archive['read'] = (name) => {
    const entry = zip.read(name)
    if (!entry) return problem({ kind: 'conversionFailed', name: file, detail: `${name} is not in it` })
    return 'bytes' in entry ? { ok: entry.bytes } : refused(entry)
  }
  return { ok: { find, read, xml: () => read(main) } }
}

/** The one that lies highest; of several there, the one that the standard names. */
function mainFile(names: readonly string[]): string | undefined {
  const depth = (name: string) => name.split('/').length
  const usual = (name: string) => (/(?:^|\/)project\.qde$/i.test(name) ? 0 : 1)
  return names.filter(isXml).sort((a, b) => depth(a) - depth(b) || usual(a) - usual(b))[0]
}

function finder(names: readonly string[]): Archive['find'] {
  const whole = new Map<string, string>()
  const last = new Map<string, string>()
  for (const name of names) {
    const path = name.toLowerCase()
    const end = path.slice(path.lastIndexOf('/') + 1)
    whole.set(path, name)
    // Of two with one name, the one among the sources is meant.
    if (!last.has(end) || /(?:^|\/)sources\//.test(path)) last.set(end, name)
  }
  return (written) => {
    const path = written
      .trim()
      .replace(/^\w{2,}:\/*/, '')
      .replaceAll('\\', '/')
      .toLowerCase()
    for (const candidate of [path, decoded(path)]) {
      const end = candidate.slice(candidate.lastIndexOf('/') + 1)
      const found =
        whole.get(`sources/${candidate}`) ?? whole.get(candidate) ?? (end === '' ? undefined : last.get(end))
      if (found !== undefined) return found
    }
    return null
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
