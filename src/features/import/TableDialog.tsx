import { useEffect, useState } from 'react'
import type { ColumnRole, ImportedTable, TableChoice } from '../../data/files/importer.ts'
import { useT } from '../../i18n/useT.ts'
import { isAboutSome, joiningRoles, rolesOf, withRole } from '../../model/rules/columnRoles.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { noteText } from './noteText.ts'
import { TableColumns } from './TableColumns.tsx'
import { outcomeOf } from './tableOutcome.ts'

interface TableDialogProps {
  open: boolean
  file: string
  table: ImportedTable
  /** How many rows have the title of a source that is there or comes with it, by a column of a sheet. */
  onThere?: (sheet: number, column: number) => Promise<number>
  /** Null: nothing of it is imported. */
  onAnswer: (choice: TableChoice | null) => void
}

/** A table before anything is written: which sheet, and what becomes of each column. Mount it anew for each table. */
export function TableDialog({ open, file, table, onThere, onAnswer }: TableDialogProps) {
  const t = useT()
  const visible = table.sheets.findIndex(({ hidden }) => !hidden)
  const [at, setAt] = useState(Math.max(0, visible))
  const [chosen, setChosen] = useState<ReadonlyMap<number, ColumnRole[]>>(new Map())
  const sheet = table.sheets[at]
  const roles = chosen.get(at) ?? (sheet ? rolesOf(sheet.columns) : [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once a sheet, and what the person has chosen stays
  useEffect(() => {
    if (!sheet || sheet.isOwn || !onThere || chosen.has(at)) return
    let isCurrent = true
    void joiningRoles(sheet.columns, (column) => onThere(at, column)).then((found) => {
      if (found && isCurrent) setChosen((before) => (before.has(at) ? before : new Map(before).set(at, found)))
    })
    return () => {
      isCurrent = false
    }
  }, [at])
  const joined = useThere(onThere, at, roles.indexOf('title'))
  const [addsAbsent, setAddsAbsent] = useState(false)
  if (!sheet) return null
  const choose = (column: number, role: ColumnRole) =>
    setChosen(new Map(chosen).set(at, withRole(sheet.columns, roles, column, role)))
  const { texts, ...outcome } = outcomeOf(sheet, roles)
  const isNothing = roles.every((role) => role === 'none')
  const notes = [...table.notes, ...sheet.notes]
  const own = notes.find(({ kind }) => ['ownWorkbook', 'ownSources', 'ownCsv'].includes(kind))
  const fresh = outcome.sources - (joined ?? 0)
  const asksAbout = isAboutSome(roles, outcome.sources, joined ?? 0)
  const knownOnly = asksAbout && !addsAbsent
  return (
    <Modal
      open={open}
      onClose={() => onAnswer(null)}
      size="large"
      title={t('import.table.title', { file })}
      description={own ? noteText(t, own) : t('import.table.text')}
      onSubmit={() => onAnswer(isNothing ? null : { sheet: at, roles, knownOnly })}
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>{t('import.leaveOut')}</Button>
          <Button type="submit" kind="primary" disabled={isNothing}>
            {t('import.start')}
          </Button>
        </>
      }
    >
      {table.sheets.length > 1 && (
        <Select
          label={t('import.table.sheet')}
          options={table.sheets.map(({ name, rows }, value) => ({
            value,
            label: t('import.table.sheetRows', { name, rows }),
          }))}
          value={at}
          onChange={setAt}
        />
      )}
      <TableColumns key={at} sheet={sheet} roles={roles} onChoose={choose} />
      <div className="import-outcome" role="status">
        <p>
          <strong>{t('import.table.outcome', outcome)}</strong>
        </p>
        {isNothing ? null : outcome.questions > 0 ? (
          <p>{t('import.table.newSources', { n: outcome.sources })}</p>
        ) : (
          <p>
            {t('import.table.noQuestion')}{' '}
            {joined !== null && t(knownOnly ? 'import.table.thereAlone' : 'import.table.there', { n: joined, fresh })}
          </p>
        )}
        {!isNothing && !roles.includes('title') && <p>{t('import.table.noTitle')}</p>}
        {outcome.unnamed > 0 && <p>{t('import.table.unnamed', { n: outcome.unnamed })}</p>}
        {notes.map((note) => note !== own && <p key={note.kind}>{noteText(t, note)}</p>)}
      </div>
      {asksAbout && (
        <Checkbox label={t('import.table.addAbsent', { n: fresh })} checked={addsAbsent} onChange={setAddsAbsent} />
      )}
      {texts.length > 0 && (
        <div className="import-advice">
          <p>
            {t('import.table.texts', {
              n: texts.length,
              column: sheet.columns[texts[0] ?? 0]?.header ?? '',
            })}
          </p>
          <Button onClick={() => setChosen(new Map(chosen).set(at, asQuestions(roles, texts)))}>
            {t('import.table.asQuestions', { n: texts.length })}
          </Button>
        </div>
      )}
    </Modal>
  )
}

/** null while unknown. */
function useThere(count: TableDialogProps['onThere'], sheet: number, column: number): number | null {
  const [found, setFound] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another at each drawing, and asks the same
  useEffect(() => {
    let isCurrent = true
    setFound(column < 0 ? 0 : null)
    if (column >= 0) void count?.(sheet, column).then((number) => isCurrent && setFound(number))
    return () => {
      isCurrent = false
    }
  }, [sheet, column])
  return found
}

const asQuestions = (roles: readonly ColumnRole[], columns: readonly number[]): ColumnRole[] =>
  roles.map((role, column) => (columns.includes(column) ? 'question' : role))
