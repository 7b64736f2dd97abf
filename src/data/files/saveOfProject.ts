import type { ProjectHandle } from '../copies/handle.ts'
import { can } from '../server/serverFacts.ts'
import { saveFile } from './saveFile.ts'

/** Gives a file with words of a project to the browser's downloads. A server of many people is told, for its audit log: `form` as `xlsx`. */
export function saveOfProject({ uuid }: Pick<ProjectHandle, 'uuid'>, file: Blob, name: string, form: string): void {
  const at = Date.now()
  saveFile(file, name)
  if (can('accounts')) void import('../server/tellExport.ts').then(({ tellExport }) => tellExport(uuid, form, at))
}
