import { PALETTE } from '../model/palette.ts'
import type { QuirkItem } from '../model/rules/quirkItems.ts'
import { PhoneQuirks } from '../screens/phone/PhoneQuirks.tsx'
import { quirks } from './sampleData.ts'

const nothing = () => {}
const hexOf = (colour: string) => PALETTE.find(({ name }) => name === colour)?.hex ?? ''

const items: QuirkItem[] = quirks.flatMap(({ title, colour, count, children }, at) => {
  const own = { id: at * 10 + 1, title, color: hexOf(colour), highlights: count, parent: -1, path: [], key: '' }
  const below = children.map((child, number) => ({
    id: own.id + number + 1,
    title: child.title,
    color: hexOf(child.colour),
    highlights: child.count,
    parent: own.id,
    path: [title],
    key: '',
  }))
  return [own, ...below]
})

const states = [
  { name: 'loading', listed: undefined, selecting: false },
  { name: 'empty', listed: [], selecting: false },
  { name: 'full', listed: items, selecting: false },
  { name: 'words selected', listed: items, selecting: true },
]

/** The phone's list of quirks. */
export function PhoneSamples() {
  return (
    <div className="gallery-cards">
      {states.map(({ name, listed, selecting }) => (
        <div key={name} className="gallery-card gallery-phone">
          <PhoneQuirks items={listed} selecting={selecting} onTap={nothing} onNew={nothing} />
        </div>
      ))}
    </div>
  )
}
