import type { ProjectHandle } from '../../data/copies/handle.ts'
import { windowRows } from '../../model/limits.ts'

/** The titles that sources have got, in the order of `ids`; '' where one has gone since. */
export async function titlesOf(project: Pick<ProjectHandle, 'ask'>, ids: readonly number[]): Promise<string[]> {
  const titles = new Map<number, string>()
  for (let at = 0; at < ids.length; at += windowRows) {
    const { value } = await project.ask('sourceRows', { sourceIds: ids.slice(at, at + windowRows) })
    for (const { id, title } of value) titles.set(id, title)
  }
  return ids.map((id) => titles.get(id) ?? '')
}
