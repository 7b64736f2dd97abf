import type { ExportReport, ProjectFrame, ProjectReader, SourceContent } from '../../src/model/projectReader.ts'
import type { Source } from '../../src/model/schema.ts'

/** So many sources are read at once: few enough to be in memory, many enough that asking costs nothing. */
const atOnce = 25

export interface Read {
  source: Source
  content: SourceContent
}

/** The sources of the frame that are still there with what lies on them, some at a time, in the frame's order; reports the share that is done. */
export async function* contentsOf(
  reader: Pick<ProjectReader, 'contents'>,
  frame: ProjectFrame,
  report: ExportReport,
): AsyncGenerator<Read[]> {
  const { sources } = frame
  for (let from = 0; from < sources.length; from += atOnce) {
    const some = sources.slice(from, from + atOnce)
    const byId = new Map(some.map((source) => [source.id, source]))
    const contents = await reader.contents(some.map(({ id }) => id))
    yield contents.flatMap((content) => {
      const source = byId.get(content.sourceId)
      return source ? [{ source, content }] : []
    })
    report(Math.min(1, (from + some.length) / sources.length))
  }
  report(1)
}
