import { LANGUAGES, setLanguage } from '../i18n/language.ts'
import { useLanguage, useT } from '../i18n/useT.ts'
import { IconButton } from '../ui/fields/IconButton.tsx'
import { LanguageIcon } from '../ui/icons.ts'
import { Dropdown } from '../ui/menus/Dropdown.tsx'

/** Each language under its own name, whatever the page's is. */
export function LanguageMenu({ side }: { side?: 'top' | 'bottom' | 'left' | 'right' }) {
  const t = useT()
  const current = useLanguage()
  return (
    <Dropdown
      trigger={<IconButton icon={LanguageIcon} label={t('language.choose')} />}
      items={LANGUAGES.map((language) => ({
        label: t(`language.${language}`),
        checked: language === current,
        onChange: () => void setLanguage(language),
      }))}
      align="end"
      {...(side && { side })}
    />
  )
}
