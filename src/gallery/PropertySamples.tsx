import { type ReactNode, useState } from 'react'
import { PropertyEditor } from '../features/properties/PropertyEditor.tsx'
import { emptyProperty, PropertyFields } from '../features/properties/PropertyFields.tsx'
import { PropertyGrid } from '../features/properties/PropertyGrid.tsx'
import { type FindValues, folded, type Property } from '../features/properties/properties.ts'
import { NoProperties } from '../features/properties/SourceProperties.tsx'
import { SourceValues } from '../features/properties/SourceValues.tsx'
import type { Problem } from '../model/problems.ts'
import type { SourceTableRow } from '../model/queries.ts'
import { asAdded, type SourceOrder } from '../model/rules/sourceOrder.ts'
import { manyRows } from './sampleData.ts'

const nothing = () => {}
const property = (id: number, key: string, values: readonly string[], multiple = false): Property => ({
  ...{ id, key, multiple, sorted: false, total: values.length },
  values: values.map((value, at) => ({ id: id * 100 + at, value })),
  withComma: [],
})
const age = property(1, 'Age', ['18 to 39', '40 to 59', '60 and over'])
const role = property(2, 'Role', ['Gardener', 'Neighbour'])
const reasons = property(3, 'Comes for', ['The people', 'The quiet', 'The food'], true)
const towns = ['Aveiro', 'Bonn', 'Cádiz', 'Delft', 'Évora', 'Fulda', 'Genk', 'Hull', 'Imola', 'Jena']
const town = property(4, 'Place where the conversation took place', towns)
const towned = property(5, 'Places lived in', towns, true)
const properties = [age, role, reasons, town]
const find: FindValues = async (keyId, search) =>
  [...properties, towned]
    .find(({ id }) => id === keyId)
    ?.values.filter(({ value }) => folded(value).includes(folded(search))) ?? []
const held = (keyId: number, at: number) => ({
  ...{ keyId, valueId: keyId * 100 + at },
  value: properties[keyId - 1]?.values[at]?.value ?? '',
})

const rows = new Map<number, SourceTableRow>(
  manyRows.slice(0, 200).map(({ title }, at) => [
    at + 1,
    {
      ...{ id: at + 1, title, icon: '', author: 'Ana', timestamp: 0, highlights: 0, read: true },
      properties: [
        held(1, at % 3),
        ...(at % 4 === 1 ? [] : [held(2, at % 2)]),
        held(3, at % 3),
        held(3, 1),
        held(4, at % 10),
      ],
    },
  ]),
)

const missing: Problem[] = [
  { kind: 'keyNameRequired' },
  { kind: 'keyExists', name: 'age' },
  { kind: 'keyRequiresValue' },
  { kind: 'valueExists', name: 'Gardener' },
]

/** The insides of the properties' dialogs, and their table. */
export function PropertySamples() {
  return (
    <>
      <div className="gallery-cards">
        <Card>
          <PropertyFields draft={emptyProperty} onChange={nothing} problem={null} onTwice={nothing} />
        </Card>
        {missing.map((problem) => (
          <Card key={problem.kind}>
            <PropertyFields
              draft={{
                ...emptyProperty,
                key: problem.kind === 'keyNameRequired' ? '' : 'age',
                values: problem.kind === 'keyRequiresValue' ? [] : ['Gardener', 'Neighbour of the garden'],
                typed: 'Coordi',
                multiple: true,
              }}
              onChange={nothing}
              problem={problem}
              onTwice={nothing}
            />
          </Card>
        ))}
      </div>
      <div className="gallery-cards">
        <Editor of={reasons} typed="The peace" />
        <Editor of={role} several={2} typed="gardener" problem={{ kind: 'valueExists', name: 'gardener' }} />
        <Editor of={{ ...role, values: [] }} problem={{ kind: 'valueEmpty' }} />
        <Editor
          of={property(
            6,
            'Number',
            Array.from({ length: 200 }, (_, at) => `${at}`),
          )}
        />
      </div>
      <div className="gallery-cards">
        <Card>
          <Held of={age} held={[102]} />
          <Held of={role} held={[]} />
          <Held of={reasons} held={[300, 302]} />
          <Held of={town} held={[404]} />
          <Held of={towned} held={[501, 502]} />
        </Card>
        <Card>
          <dl>
            <SourceValues find={find} property={age} held={age.values.slice(0, 1)} />
            <SourceValues find={find} property={reasons} held={reasons.values} />
            <SourceValues find={find} property={role} held={[]} />
          </dl>
        </Card>
        <Card>
          <NoProperties onNew={nothing} />
        </Card>
        <Card>
          <NoProperties />
        </Card>
      </div>
      <Grid canWrite />
      <Grid canWrite={false} />
    </>
  )
}

const Card = ({ children }: { children: ReactNode }) => <div className="gallery-card">{children}</div>

interface EditorProps {
  of: Property
  several?: number
  typed?: string
  problem?: Problem
}

function Editor({ of, several = 0, typed = '', problem }: EditorProps) {
  return (
    <Card>
      <PropertyEditor
        property={of}
        values={{
          total: of.values.length,
          at: (index) => of.values.slice(index).map((value) => ({ ...value, sources: value.id % 3 }))[0],
        }}
        several={several}
        onRename={async () => ({ kind: 'keyEmpty' })}
        onAdd={async () => null}
        onRenameValue={async (_, name) => (name === '' ? { kind: 'valueEmpty' } : null)}
        onRemoveValue={async () => false}
        onMultiple={nothing}
        onSorted={nothing}
        typed={typed}
        onTyped={nothing}
        problem={problem ?? null}
      />
    </Card>
  )
}

function Held({ of, held }: { of: Property; held: readonly number[] }) {
  const [ids, setIds] = useState(held)
  return (
    <SourceValues
      property={of}
      held={of.values.filter(({ id }) => ids.includes(id))}
      find={find}
      onSet={setIds}
      onAdd={nothing}
      onEdit={nothing}
    />
  )
}

function Grid({ canWrite }: { canWrite: boolean }) {
  const [order, setOrder] = useState<SourceOrder>(canWrite ? { by: 'property', keyId: 2, descending: true } : asAdded)
  return (
    <div className="gallery-property-table">
      <PropertyGrid
        ids={[...rows.keys()]}
        rows={rows}
        properties={properties}
        find={find}
        order={order}
        canWrite={canWrite}
        onOrder={setOrder}
        onInSight={nothing}
        onSet={nothing}
        onClear={nothing}
        onCopy={() => null}
        onPaste={nothing}
        onUndo={nothing}
        onOpen={nothing}
        onProperties={nothing}
        onEdit={nothing}
      />
    </div>
  )
}
