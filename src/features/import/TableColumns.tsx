import type { ColumnRole, ImportedSheet, TableColumn } from '../../data/files/importer.ts'
import { useT } from '../../i18n/useT.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { List } from '../../ui/lists/List.tsx'

interface TableColumnsProps {
  sheet: ImportedSheet
  roles: readonly ColumnRole[]
  onChoose: (column: number, role: ColumnRole) => void
}

const choices: readonly ColumnRole[] = ['title', 'question', 'property', 'none']
const rowHeight = 68

/** The columns of a table, one under the other: what each is called, what it holds, what it becomes. */
export function TableColumns({ sheet: { columns }, roles, onChoose }: TableColumnsProps) {
  const t = useT()
  return (
    <div className="import-columns" style={{ '--columns-height': `${columns.length * rowHeight}px` }}>
      <List
        label={t('import.table.columns')}
        items={columns.map((column, at) => ({ ...column, at }))}
        keyOf={({ at }) => at}
        rowHeight={rowHeight}
        row={(column) => (
          <Column
            column={column}
            name={column.header || t('import.table.columnNumber', { n: column.at + 1 })}
            role={roles[column.at] ?? 'none'}
            onChoose={(role) => onChoose(column.at, role)}
          />
        )}
      />
    </div>
  )
}

interface ColumnProps {
  column: TableColumn
  name: string
  role: ColumnRole
  onChoose: (role: ColumnRole) => void
}

function Column({ column, name, role, onChoose }: ColumnProps) {
  const t = useT()
  return (
    <div className="import-column" data-role={role}>
      <div>
        <p className="import-name" data-unnamed={column.header === '' || undefined}>
          {name}
        </p>
        <p className="import-samples">{column.samples.join(' · ') || t('import.table.emptyColumn')}</p>
      </div>
      <Select
        label={t('import.table.role', { column: name })}
        labelHidden
        options={choices.map((value) => ({ value, label: t(`import.role.${value}`) }))}
        value={role}
        onChange={onChoose}
      />
    </div>
  )
}
