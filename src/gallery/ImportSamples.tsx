import { type ReactNode, useState } from 'react'
import type { ImportedTable, TableColumn } from '../data/files/importer.ts'
import { ImportReport } from '../features/import/ImportReport.tsx'
import type { FileReport } from '../features/import/importFlow.ts'
import { ProjectDialog } from '../features/import/ProjectDialog.tsx'
import { QuestionOfImport } from '../features/import/QuestionOfImport.tsx'
import { TableColumns } from '../features/import/TableColumns.tsx'
import { TableDialog } from '../features/import/TableDialog.tsx'
import { useT } from '../i18n/useT.ts'
import { countsOf } from '../model/projectRows.ts'
import { rolesOf } from '../model/rules/columnRoles.ts'
import type { Question } from '../model/schema.ts'
import { Button } from '../ui/fields/Button.tsx'

const nothing = () => {}
const column = (header: string, role: TableColumn['role'], samples: string[], more: Partial<TableColumn> = {}) => ({
  ...{ header, role, samples, multiple: false, long: false, filled: samples.length },
  ...more,
})
const comment = 'We came for the tomatoes, and stayed for the people, mostly on Sundays when there was time to talk.'
const columns: TableColumn[] = [
  column('Name', 'title', ['Ana', 'Ben', 'Carla']),
  column('Why do you come to the garden?', 'question', ['For the quiet', 'My neighbour asked me'], { long: true }),
  column('Comes for', 'property', ['The people, the food', 'The quiet'], { multiple: true }),
  column('Comments', 'property', [comment], { long: true }),
  column('', 'none', ['x']),
  column('Not asked', 'property', []),
]
const firstRows = [
  { at: 1, text: 'The garden, spring' },
  { at: 3, text: 'Name · Why do you come to the garden? · Comes for · Comments · Not asked' },
  { at: 4, text: 'Ana · For the quiet · The people, the food' },
]
const table: ImportedTable = {
  sheets: [
    {
      ...{ name: 'Answers', hidden: false, rows: 128, columns, head: { rows: [3], data: 2 }, firstRows },
      notes: [
        { kind: 'headFound', file: '', rows: '3', count: 1 },
        { kind: 'hiddenRows', file: '', count: 3 },
      ],
    },
    {
      ...{ name: 'Codes', hidden: true, rows: 1, columns: columns.slice(0, 1), notes: [] },
      ...{ head: { rows: [1], data: 1 }, firstRows: firstRows.slice(0, 1) },
    },
  ],
  notes: [{ kind: 'hiddenSheets', file: '', names: 'Codes' }],
}
const file = 'garden-survey.xlsx'
const project = {
  counts: { ...countsOf({}), sources: 12, quirks: 40, highlights: 1204, memos: 1 },
  notes: [{ kind: 'partsLeftOut' as const, file: 'study.qdpx', parts: 'Link, Graph' }],
}
const questions: Question[] = ['Why do you come to the garden?', 'What would you change?', ''].map((question, at) => ({
  ...{ id: at + 1, question, questionOrder: at },
}))
const files: FileReport[] = [
  {
    file,
    result: {
      ok: {
        notes: [],
        added: { counts: { ...countsOf({}), sources: 128, questions: 1 }, joined: 3, absent: 11, under: null },
      },
    },
  },
  {
    file: 'Ana.docx',
    result: { ok: { notes: [], added: { counts: { sources: 1 }, joined: 0, absent: 0, under: null } } },
  },
  {
    file: 'old.txt',
    result: {
      ok: {
        notes: [{ kind: 'encoding', file: 'old.txt', encoding: 'Windows-1252' }],
        added: { counts: { sources: 1 }, joined: 0, absent: 0, under: null },
      },
    },
  },
  { file: 'photo.heic', result: { problem: { kind: 'fileTypeNotSupported', name: 'photo.heic' } } },
  { file: 'codes.qdc', result: { ok: { notes: [], added: null } } },
]

/** The dialogs of an import, and the columns of a table in all their roles. */
export function ImportSamples() {
  const t = useT()
  const [open, setOpen] = useState<'table' | 'project' | 'codebook' | 'question' | 'report' | null>(null)
  const close = () => setOpen(null)
  const sheet = table.sheets[0]
  return (
    <>
      {sheet && (
        <Card>
          <TableColumns sheet={sheet} roles={rolesOf(sheet.columns)} onChoose={nothing} />
        </Card>
      )}
      <div className="gallery-row">
        <Button onClick={() => setOpen('table')}>{t('import.table.title', { file })}</Button>
        <Button onClick={() => setOpen('project')}>{t('import.project.title', { file: 'study.qdpx' })}</Button>
        <Button onClick={() => setOpen('codebook')}>{t('import.project.title', { file: 'codes.qdc' })}</Button>
        <Button onClick={() => setOpen('question')}>{t('import.which')}</Button>
        <Button onClick={() => setOpen('report')}>{t('import.report')}</Button>
      </div>
      <TableDialog open={open === 'table'} file={file} table={table} onAnswer={close} />
      <ProjectDialog open={open === 'project'} file="study.qdpx" project={project} onAnswer={close} />
      <ProjectDialog
        open={open === 'codebook'}
        file="codes.qdc"
        project={{ counts: { ...countsOf({}), quirks: 262 }, notes: [] }}
        onAnswer={close}
      />
      {open === 'question' && <QuestionOfImport open questions={questions} shown={2} onAnswer={close} />}
      <ImportReport
        open={open === 'report'}
        report={{ files, imported: t('source.imported', { n: 130 }), undo: close, scan: close }}
        onClose={close}
      />
    </>
  )
}

const Card = ({ children }: { children: ReactNode }) => <div className="gallery-card">{children}</div>
