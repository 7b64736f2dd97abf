import { useT } from '../../i18n/useT.ts'
import { IconButton, type IconButtonProps } from '../fields/IconButton.tsx'
import { MoreIcon } from '../icons.ts'

interface MoreButtonProps extends Pick<IconButtonProps, 'size' | 'tabIndex'> {
  /** Left out: “More”. */
  label?: string
  /** Under which of its ends the menu begins; left out: the first. */
  under?: 'left' | 'right'
  /** Opens the menu there (`MenuAt`). */
  onMenu: (at: { x: number; y: number }) => void
}

/** Opens the menu of the row or card that it stands in, below itself. */
export function MoreButton({ label, under = 'left', onMenu, ...button }: MoreButtonProps) {
  const t = useT()
  return (
    <IconButton
      {...button}
      icon={MoreIcon}
      label={label ?? t('ui.more')}
      aria-haspopup="menu"
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect()
        onMenu({ x: box[under], y: box.bottom + 4 })
      }}
    />
  )
}
