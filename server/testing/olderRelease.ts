/** An older release of the program, as git has it, in a folder of its own; what it needs from elsewhere is what today's needs. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface OlderRelease {
  readonly folder: string
  /** Its first letters. */
  readonly commit: string
  end(): void
}

const root = join(import.meta.dirname, '../..')

/** What says which tables there are: of several nodes, of projects and of accounts. */
const tables = ['server/cluster/tables.ts', 'wasm/database/migrations/tables.ts', 'server/hosts/cloud/database.ts']

const git = (...words: string[]) => {
  const { status, stdout } = spawnSync('git', words, { cwd: root, maxBuffer: 1024 ** 3 })
  return status === 0 ? stdout : null
}

/** `wanted`: a commit; left out: the one before tables were changed last. Null: git has no such commit, or there is no git here. */
export function olderRelease(wanted?: string): OlderRelease | null {
  const changed =
    wanted ??
    git('log', '-1', '--format=%H^', '--', ...tables)
      ?.toString()
      .trim()
  const commit = changed && git('rev-parse', '--verify', '--quiet', `${changed}^{commit}`)?.toString().trim()
  const archive = commit && git('archive', commit)
  if (!archive) return null
  const folder = mkdtempSync(join(tmpdir(), 'thicket-older-'))
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: archive })
  if (unpacked.status !== 0) throw new Error(`tar: ${unpacked.error ?? unpacked.stderr}`)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder, commit: commit.slice(0, 8), end: () => rmSync(folder, { recursive: true, force: true }) }
}
