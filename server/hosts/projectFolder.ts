/** Where new projects go unless their maker says otherwise: `Thicket` among the documents of the person. */
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** An absolute path, which need not exist yet. Without a folder for documents it lies in the home folder. */
export function projectFolder(
  home: string = homedir(),
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  return join(documentsFolder(home, env, platform) ?? home, 'Thicket')
}

/** The person's folder for documents; null: there is none. */
export function documentsFolder(
  home: string = homedir(),
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const documents = [platform === 'linux' ? namedDocuments(home, env) : null, join(home, 'Documents')]
  return documents.find((folder) => folder !== null && existsSync(folder)) ?? null
}

/** The folder that a Linux desktop has for documents, in the words of its language: `XDG_DOCUMENTS_DIR="$HOME/Dokumente"`. */
function namedDocuments(home: string, env: NodeJS.ProcessEnv): string | null {
  try {
    const settings = readFileSync(join(env.XDG_CONFIG_HOME || join(home, '.config'), 'user-dirs.dirs'), 'utf8')
    const named = /^\s*XDG_DOCUMENTS_DIR="(.+)"/m.exec(settings)?.[1]?.replace(/^\$HOME/, home)
    return named && isAbsolute(named) ? named : null
  } catch {
    return null
  }
}
