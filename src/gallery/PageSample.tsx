import { useState } from 'react'
import { useT } from '../i18n/useT.ts'
import { cssColour, cssInk, PALETTE } from '../model/palette.ts'
import { StatusPill } from '../ui/feedback/StatusPill.tsx'
import { Button } from '../ui/fields/Button.tsx'
import { IconButton } from '../ui/fields/IconButton.tsx'
import { Tabs } from '../ui/fields/Tabs.tsx'
import { HomeIcon, PlusIcon, RedoIcon, SettingsIcon, SourcesIcon, UndoIcon } from '../ui/icons.ts'
import type { Scheme } from '../ui/theme.ts'
import { passage, quirks, sources } from './sampleData.ts'

const hexOf = (name: string) => PALETTE.find((colour) => colour.name === name)?.hex ?? ''

/** The desk in small: how the kit's colours meet those of quirks and text. */
export function PageSample({ name }: { name: Scheme }) {
  const t = useT()
  const [active, setActive] = useState<string>('anna')
  return (
    <div className="gallery-desk">
      <nav className="gallery-navbar" aria-label={`${t('project.navbar')} (${t(`settings.theme.${name}`)})`}>
        <IconButton icon={HomeIcon} label={t('project.home')} />
        <IconButton icon={SourcesIcon} label={t('project.sources')} pressed />
        <span className="gallery-gap" />
        <IconButton
          size="large"
          icon={UndoIcon}
          label={t('project.undo', { title: t('undo.createHighlight', { about: '' }) })}
        />
        <IconButton size="large" icon={RedoIcon} label={t('project.nothingToRedo')} unavailable />
        <span className="gallery-gap" />
        <IconButton icon={SettingsIcon} label={t('project.settings')} />
      </nav>
      <div className="gallery-canvas">
        <div className="gallery-bubbles" role="img" aria-label={t('canvas.label')}>
          {quirks.map((quirk) => (
            <Bubble key={quirk.title} {...quirk} />
          ))}
        </div>
        <footer className="gallery-footer">
          <Button icon={PlusIcon}>{t('canvas.newQuirk')}</Button>
          <StatusPill state="saved" />
        </footer>
      </div>
      <div className="gallery-reader">
        <Tabs label={t('source.tabs')} tabs={sources} active={active} onActivate={setActive} onClose={setActive}>
          <p className="gallery-text reading">
            {passage.map(({ text, quirk }) =>
              quirk ? (
                <mark key={text} style={{ '--quirk': hexOf(quirk) }}>
                  {text}
                </mark>
              ) : (
                text
              ),
            )}
          </p>
        </Tabs>
      </div>
    </div>
  )
}

type Bubbles = readonly { title: string; colour: string; count: number }[]

function Bubble({
  title,
  colour,
  count,
  children,
}: {
  title: string
  colour: string
  count: number
  children: Bubbles
}) {
  const hex = hexOf(colour)
  const size = 36 + 1.5 * count
  return (
    <span className="gallery-bubble" style={{ '--size': `${size}px`, '--quirk': cssColour(hex), '--on-quirk': cssInk }}>
      <b>{size > 70 ? title : ''}</b>
      <small>{size > 70 ? count : ''}</small>
      {children.map((child) => (
        <i key={child.title} style={{ '--quirk': hexOf(child.colour) }} />
      ))}
    </span>
  )
}
