import { useEffect, useState } from 'react'
import type { ColumnRole, ImportedSheet, ImportedTable, TableChoice } from '../../data/files/importer.ts'
import { formatList } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
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
  onThere?: (sheet: number, column: number, headerRow?: number) => Promise<number>
  /** A sheet with the names of its columns from another row. */
  onHeaderRow?: (sheet: number, headerRow: number) => Promise<ImportedSheet | null>
  /** Null: nothing of it is imported. */
  onAnswer: (choice: TableChoice | null) => void
}

/** A table before anything is written: which sheet, and what becomes of each column. Mount it anew for each table. */
export function TableDialog({ open, file, table, onThere, onHeaderRow, onAnswer }: TableDialogProps) {
  const t = useT()
  const visible = table.sheets.findIndex(({ hidden }) => !hidden)
  const [at, setAt] = useState(Math.max(0, visible))
  const [chosen, setChosen] = useState<ReadonlyMap<number, ColumnRole[]>>(new Map())
  const [headed, setHeaded] = useState<ReadonlyMap<number, Headed>>(new Map())
  const found = table.sheets[at]
  const { headerRow, sheet } = headed.get(at) ?? { sheet: found }
  const roles = chosen.get(at) ?? (sheet ? rolesOf(sheet.columns) : [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once a sheet, and what the person has chosen stays
  useEffect(() => {
    if (!sheet || sheet.isOwn || !onThere || chosen.has(at)) return
    let isCurrent = true
    void joiningRoles(sheet.columns, (column) => onThere(at, column, headerRow)).then((found) => {
      if (found && isCurrent) setChosen((before) => (before.has(at) ? before : new Map(before).set(at, found)))
    })
    return () => {
      isCurrent = false
    }
  }, [at, headerRow])
  const joined = useThere(onThere, at, roles.indexOf('title'), headerRow)
  const [addsAbsent, setAddsAbsent] = useState(false)
  if (!found || !sheet) return null
  const choose = (column: number, role: ColumnRole) =>
    setChosen(new Map(chosen).set(at, withRole(sheet.columns, roles, column, role)))
  /** `row` 0: as it was found. What was chosen of other columns goes. */
  const head = async (row: number) => {
    const other = row === 0 ? { sheet: found } : { headerRow: row, sheet: await onHeaderRow?.(at, row) }
    if (!other.sheet) return
    setHeaded(new Map(headed).set(at, { ...other, sheet: other.sheet }))
    setChosen(new Map([...chosen].filter(([of]) => of !== at)))
  }
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
      onSubmit={() =>
        onAnswer(isNothing ? null : { sheet: at, roles, knownOnly, ...(headerRow !== undefined && { headerRow }) })
      }
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
      {!sheet.isOwn && found.firstRows.length > 1 && (
        <Select
          label={t('import.table.headerRow')}
          options={headerRows(t, found)}
          value={headerRow ?? 0}
          onChange={(row) => void head(row)}
        />
      )}
      <TableColumns key={`${at} ${headerRow}`} sheet={sheet} roles={roles} onChoose={choose} />
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
        {table.sheets.length > 1 && !sheet.isOwn && <p>{t('import.table.oneSheet')}</p>}
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

/** A sheet as the person says: `headerRow` has the names of its columns. */
interface Headed {
  headerRow?: number
  sheet: ImportedSheet
}

/** What was found first, then each of the first rows alone. */
function headerRows(t: Translate, { head, firstRows }: ImportedSheet): { value: number; label: string }[] {
  const label = ({ at, text }: { at: number; text: string }) => t('import.table.rowWords', { row: at, words: text })
  const rows = firstRows.filter(({ at }) => head.rows.includes(at))
  const asFound =
    rows.length === 1 && rows[0]
      ? label(rows[0])
      : t('import.table.rowsTogether', { rows: formatList(head.rows.map(String)) })
  const others = firstRows.filter(({ at }) => rows.length !== 1 || at !== rows[0]?.at)
  return [{ value: 0, label: asFound }, ...others.map((row) => ({ value: row.at, label: label(row) }))]
}

/** null while unknown. */
function useThere(
  count: TableDialogProps['onThere'],
  sheet: number,
  column: number,
  headerRow: number | undefined,
): number | null {
  const [found, setFound] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another at each drawing, and asks the same
  useEffect(() => {
    let isCurrent = true
    setFound(column < 0 ? 0 : null)
    if (column >= 0) void count?.(sheet, column, headerRow).then((number) => isCurrent && setFound(number))
    return () => {
      isCurrent = false
    }
  }, [sheet, column, headerRow])
  return found
}

const asQuestions = (roles: readonly ColumnRole[], columns: readonly number[]): ColumnRole[] =>
  roles.map((role, column) => (columns.includes(column) ? 'question' : role))
