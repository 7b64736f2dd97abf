import { useT } from '../../i18n/useT.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { HelpIcon } from '../../ui/icons.ts'
import { Popover } from '../../ui/menus/Popover.tsx'
import { useScrolledByKey } from '../../ui/useScrolledByKey.ts'

/** What the numbers mean, a sentence or two each. */
export function AgreementHelp() {
  const t = useT()
  return (
    <Popover
      label={t('agreement.meaning')}
      align="end"
      trigger={<IconButton icon={HelpIcon} label={t('agreement.meaning')} />}
    >
      <AgreementMeaning />
    </Popover>
  )
}

export function AgreementMeaning() {
  const t = useT()
  const scrolled = useScrolledByKey()
  const lines = [
    ['agreement.texts', 'agreement.textsText'],
    ['agreement.byCharacter', 'agreement.byCharacterText'],
    ['agreement.byOverlap', 'agreement.byOverlapText'],
    ['agreement.percent', 'agreement.percentText'],
    ['agreement.kappa', 'agreement.kappaText'],
    ['agreement.alpha', 'agreement.alphaText'],
    ['agreement.together', 'agreement.togetherText'],
  ] as const
  return (
    <dl ref={scrolled} className="agreement-meaning">
      {lines.map(([name, text]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{t(text)}</dd>
        </div>
      ))}
    </dl>
  )
}
