/** What a Linux desktop is told of Thicket, by the specifications of freedesktop.org: Desktop Entry, Shared MIME-info. */
import { escapeHtml } from '../../src/model/text/toHtml.ts'

/** A project: a database of SQLite with a layout of ours. RFC 6838 for `vnd.`; `+sqlite3` is a registered suffix. */
export const projectType = 'application/vnd.thicket.project+sqlite3'
/** A project of REFI-QDA has no registered type. */
export const refiType = 'application/x-refi-qda-project+zip'

/** What is said, by language; `en` is the usual. */
export type Words = Readonly<Record<string, { tagline: string; project: string; refiProject: string }>>

/** The entry of the menu. `program`: its absolute path. */
export function desktopEntry(program: string, words: Words): string {
  const comments = Object.entries(words).map(
    ([language, { tagline }]) => `Comment${language === 'en' ? '' : `[${language}]`}=${escaped(tagline)}`,
  )
  return `[Desktop Entry]
Type=Application
Name=Thicket
${comments.join('\n')}
Exec=${escaped(quoted(program))} --desktop %f
TryExec=${escaped(program)}
Icon=thicket
Terminal=false
StartupNotify=false
Categories=Science;Humanities;
MimeType=${projectType};${refiType};
`
}

/** The specification's own escapes of a value, and before them those of an argument of Exec. */
const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r')
const quoted = (argument: string): string => `"${argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`

/** Which files are whose. */
export const fileTypes = (words: Words): string => `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
${fileType(projectType, 'application/vnd.sqlite3', 'qrk', words, 'project')}
${fileType(refiType, 'application/zip', 'qdpx', words, 'refiProject')}
</mime-info>
`

function fileType(type: string, parent: string, suffix: string, words: Words, of: 'project' | 'refiProject'): string {
  const comments = Object.entries(words).map(
    ([language, said]) =>
      `    <comment${language === 'en' ? '' : ` xml:lang="${language}"`}>${escapeHtml(said[of])}</comment>`,
  )
  return `  <mime-type type="${type}">
${comments.join('\n')}
    <sub-class-of type="${parent}"/>
    <icon name="thicket"/>
    <glob pattern="*.${suffix}"/>
  </mime-type>`
}
