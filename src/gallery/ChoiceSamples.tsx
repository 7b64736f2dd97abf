import { useState } from 'react'
import { formatNumber } from '../i18n/formats.ts'
import { useT } from '../i18n/useT.ts'
import { cssColour, cssInk, PALETTE } from '../model/palette.ts'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { ColourPicker } from '../ui/fields/ColourPicker.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { Slider } from '../ui/fields/Slider.tsx'
import { Switch } from '../ui/fields/Switch.tsx'
import type { Theme } from '../ui/theme.ts'

const THEMES: readonly Theme[] = ['system', 'light', 'dark']

export function ChoiceSamples() {
  const t = useT()
  const [theme, setTheme] = useState<Theme>('system')
  const [counter, setCounter] = useState(true)
  const [size, setSize] = useState(16)
  const [colour, setColour] = useState<string>(PALETTE[6].hex)
  const colours = PALETTE.map(({ name, hex }) => ({
    hex,
    label: t(`colour.${name}`),
    paint: cssColour(hex),
    ink: cssInk,
  }))
  return (
    <div className="gallery-fields">
      <Select
        label={t('settings.theme')}
        options={THEMES.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
        value={theme}
        onChange={setTheme}
      />
      <Slider
        label={t('settings.fontSize')}
        least={11}
        most={24}
        value={size}
        text={(px) => formatNumber(px)}
        onChange={setSize}
      />
      <Switch label={t('settings.highlightCounter')} checked={counter} onChange={setCounter} />
      <Switch
        label={t('settings.author')}
        note={t('settings.authorHint')}
        checked={!counter}
        onChange={() => setCounter(!counter)}
      />
      <div className="gallery-row">
        <Checkbox label={t('canvas.highlights', { n: 42 })} checked={counter} onChange={setCounter} />
        <Checkbox label={t('quirk.mostUsed')} checked={!counter} onChange={() => setCounter(!counter)} />
        <Checkbox label={t('project.sources')} checked={false} mixed onChange={setCounter} />
        <Checkbox label={t('status.readOnly')} checked={false} disabled onChange={setCounter} />
      </div>
      <ColourPicker label={t('colour.label')} colours={colours} value={colour} onChange={setColour} />
    </div>
  )
}
