import { useT } from '../../i18n/useT.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { ChevronRightIcon, CloseIcon } from '../../ui/icons.ts'
import { ViewHead } from '../../ui/ViewHead.tsx'
import type { TreeDrag } from './useTreeDrag.ts'

interface TreeHeadProps {
  /** What the quirk is inside of, the outermost first. */
  path: readonly { quirk: QuirkRow; title: string }[]
  title: string
  drag: TreeDrag
  onOverview: (quirkId: number) => void
  onClose: () => void
}

/** The way up, and out of the tree; its first card has the title. Quirks can be dropped on what stands here, too. */
export function TreeHead({ path, title, drag, onOverview, onClose }: TreeHeadProps) {
  const t = useT()
  return (
    <ViewHead
      title={title}
      isTitled
      before={
        <nav aria-label={t('tree.path')}>
          <ol className="tree-path">
            <li>
              <button type="button" className="tree-step" onClick={onClose}>
                {t('tree.all')}
              </button>
            </li>
            {path.map((step) => (
              <li key={step.quirk.id}>
                <ChevronRightIcon aria-hidden />
                <button
                  type="button"
                  className="tree-step"
                  data-drop={drag.mark(step.quirk)}
                  onClick={() => onOverview(step.quirk.id)}
                  {...drag.target(step.quirk)}
                >
                  {step.title}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      }
      tools={<IconButton icon={CloseIcon} label={t('tree.close')} onClick={onClose} />}
    />
  )
}
