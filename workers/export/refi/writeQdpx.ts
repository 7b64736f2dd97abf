/**
 * A project as REFI-QDA's `.qdpx`: `project.qde`, and a file for each text and each sound. What the schema wants before the texts but is known only after
 * them (who has made something, which texts a case has) is the head that the archive's entry gets in the end.
 */
import type { ExportedFile, ExportReport, ProjectFrame, ProjectReader } from '../../../src/model/projectReader.ts'
import { contentsOf } from '../contentsOf.ts'
import { xmlHead } from '../xml.ts'
import { zipFile } from '../zip/zipFile.ts'
import { audioSource, recordedOf, syncPoints } from './audioSource.ts'
import { canvas } from './canvas.ts'
import { codes } from './codes.ts'
import { groupSets } from './groups.ts'
import { guids } from './guid.ts'
import { variables, variableValues } from './properties.ts'
import { selections } from './selections.ts'
import { textSource } from './textSource.ts'
import { texts } from './texts.ts'
import { type RefiUsers, refiUsers } from './users.ts'
import { attribute, dateTime, list, origin } from './xml.ts'

/** So many texts and sounds have a file; further texts stand in the XML, which any reader takes too, and have no sound. An archive cannot have more than 65,535 files. */
const mostFiles = 65_000

export async function* writeQdpx(reader: ProjectReader, _: object, report: ExportReport): ExportedFile {
  const frame = await reader.frame()
  const ids = await guids(frame.uuid || frame.title)
  const names = { guids: ids, people: refiUsers(ids) }
  const values = variableValues(frame, ids)
  const all = texts(frame, ids)
  const notes: string[] = []
  const first = oldest(frame)
  if (first) await names.people.meet([first])

  const zip = zipFile()
  const project = zip.headed('project.qde')
  let count = 0
  let files = 0
  let points = 0
  const nextPoint = () => {
    points += 1
    return ids.of('syncPoint', points)
  }
  for await (const some of contentsOf(reader, frame, report)) {
    for (const read of some) {
      const { source, content } = read
      await names.people.meet([
        source,
        ...content.answers,
        ...content.highlights,
        ...content.memos,
        ...content.recordings,
      ])
      for (const text of all.of(read)) {
        const inFile = files < mostFiles
        const recorded = inFile ? await recordedOf(reader, content, text) : null
        const marks = recorded && syncPoints(text.text, recorded.words, nextPoint)
        const lying = selections(text, names, marks ?? undefined)
        const own = frame.questions.length > 1 ? '' : (values.get(source.id) ?? '')
        notes.push(lying.notes)
        project.write(count === 0 ? '<Sources>' : '')
        project.write(
          recorded && marks
            ? audioSource(text, recorded, marks, lying, own, names)
            : textSource(text, lying, own, inFile, names),
        )
        if (recorded) zip.bytes(`sources/${recorded.file}`, recorded.sound)
        files += recorded ? 2 : 1
        if (inFile) {
          const file = zip.text(`sources/${text.guid}.txt`)
          // A reader takes the first U+FEFF for a mark of the encoding.
          file.write(text.text.startsWith('\uFEFF') ? `\uFEFF${text.text}` : text.text)
          file.end()
        }
        count += 1
      }
    }
    yield* zip.take()
  }
  if (count > 0) project.write('</Sources>')
  project.write(list('Notes', notes))
  project.write(list('Sets', [...groupSets(frame, ids, 'targetGUID'), ...all.sets()]))
  project.write(list('Graphs', canvas(frame.quirks, ids)))
  project.write('</Project>\n')
  project.end(
    opening(frame, names.people, first) +
      names.people.users() +
      list('CodeBook', list('Codes', codes(frame.quirks, ids))) +
      list('Variables', variables(frame, ids)) +
      list('Cases', all.cases(values)),
  )
  zip.end()
  yield* zip.take()
}

interface Made {
  author: string
  timestamp: number
}

/** What was made first: when the project began, and who began it. */
const oldest = ({ sources, quirks }: ProjectFrame): Made | undefined =>
  [...sources, ...quirks].reduce<Made | undefined>(
    (first, row) => (first && first.timestamp <= row.timestamp ? first : row),
    undefined,
  )

const schema = 'http://schema.qdasoftware.org/versions/Project/v1.0/Project.xsd'

const opening = ({ title }: ProjectFrame, people: RefiUsers, first: Made | undefined): string =>
  `${xmlHead}<Project xmlns="urn:QDA-XML:project:1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
  ` xsi:schemaLocation="urn:QDA-XML:project:1.0 ${schema}"` +
  attribute('name', title) +
  origin +
  attribute('creatingUserGUID', first && people.guidOf(first.author)) +
  attribute('creationDateTime', first && dateTime(first.timestamp)) +
  '>'
