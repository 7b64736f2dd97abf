import { useState } from 'react'
import type { EntryGroup } from '../features/commandPalette/entry.ts'
import { PaletteList } from '../features/commandPalette/Palette.tsx'
import { ShortcutList } from '../features/commandPalette/ShortcutList.tsx'
import { useLanguage, useT } from '../i18n/useT.ts'
import { PALETTE } from '../model/palette.ts'
import { AboutText } from '../screens/AboutDialog.tsx'
import { ViewMenu } from '../screens/desk/ViewMenu.tsx'
import { shortcutAreas } from '../screens/workspace/actions/ShortcutSheet.tsx'
import { type SettingsDraft, SettingsFields } from '../screens/workspace/settings/SettingsFields.tsx'
import { Dot } from '../ui/Dot.tsx'
import { AddFileIcon, PlusIcon, SourceIcon } from '../ui/icons.ts'
import { quirks, sources } from './sampleData.ts'

const nothing = () => {}

/** The inside of the palette, of the settings and of the sheet of keys, what stands in About. */
export function PaletteSamples() {
  const t = useT()
  const [letterKeys, setLetterKeys] = useState(true)
  const commands: EntryGroup = {
    heading: t('palette.commands'),
    items: [
      { id: 'newQuirk', label: t('canvas.newQuirk'), icon: PlusIcon, shortcut: 'N', run: nothing },
      { id: 'newSource', label: t('source.new'), icon: AddFileIcon, run: nothing },
    ],
  }
  const found: EntryGroup[] = [
    {
      heading: t('palette.quirks'),
      items: quirks.slice(0, 3).map(({ title, colour }, at) => ({
        id: `quirk:${at}`,
        label: title,
        detail: at === 1 ? 'Leaving home › Trains' : undefined,
        mark: <Dot colour={PALETTE.find(({ name }) => name === colour)?.hex ?? ''} />,
        run: nothing,
      })),
    },
    {
      heading: t('palette.sources'),
      items: sources.map(({ id, title }) => ({ id, label: title, icon: SourceIcon, run: nothing })),
    },
  ]
  const states = [
    { name: 'at first', text: '', groups: [commands] },
    { name: 'found', text: 'tr', groups: found },
    { name: 'nothing found', text: 'xyz', groups: [] },
  ]
  return (
    <>
      <div className="gallery-cards">
        {states.map(({ name, text, groups }) => (
          <div key={name} className="gallery-card gallery-palette">
            <PaletteList
              still
              found="all"
              {...{ text, groups }}
              onText={nothing}
              onClose={nothing}
              onChoose={nothing}
            />
          </div>
        ))}
      </div>
      <div className="gallery-cards">
        <SettingsCard writes differs />
        <SettingsCard writes={false} author="" error={t('settings.authorMissing', { name: 'Ana' })} />
        <div className="gallery-card">
          <AboutText version="1.2.3" source="https://example.org/source" help="https://example.org/help" />
        </div>
        <div className="gallery-card">
          <ViewMenu shown="canvas" onView={nothing} />
          <ViewMenu shown="query" onView={nothing} />
        </div>
      </div>
      <div className="gallery-card">
        <ShortcutList areas={shortcutAreas(t)} letterKeys={letterKeys} onLetterKeys={setLetterKeys} />
      </div>
    </>
  )
}

interface SettingsCardProps {
  writes: boolean
  /** From what the project says. */
  differs?: boolean
  author?: string
  error?: string
}

function SettingsCard({ writes, differs = false, author = 'Ana', error }: SettingsCardProps) {
  const language = useLanguage()
  const report = { overlapView: true, hierarchyView: true }
  const settings = {
    sourceFontSize: 18,
    highlightColumnWidth: 12,
    memoColumnWidth: 40,
    highlightCounter: true,
    lockAfter: 30,
    ...report,
  }
  const [draft, setDraft] = useState<SettingsDraft>({
    ...{ settings, theme: 'system', forAll: differs, author, language, letterKeys: true },
  })
  return (
    <div className="gallery-card">
      <div className="settings">
        <SettingsFields
          value={{ ...draft, language }}
          onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))}
          isProtected={false}
          writes={writes}
          onAsProject={differs ? nothing : undefined}
          error={error}
        />
      </div>
    </div>
  )
}
