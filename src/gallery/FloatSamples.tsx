import { useState } from 'react'
import { useT } from '../i18n/useT.ts'
import { cssColour, cssInk, PALETTE } from '../model/palette.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { Drawer } from '../ui/dialogs/Drawer.tsx'
import { Modal } from '../ui/dialogs/Modal.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Button } from '../ui/fields/Button.tsx'
import { ColourPicker } from '../ui/fields/ColourPicker.tsx'
import { IconButton } from '../ui/fields/IconButton.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { DeleteIcon, EditIcon, MergeIcon, MoreIcon, MoveIcon } from '../ui/icons.ts'
import { ContextMenu } from '../ui/menus/ContextMenu.tsx'
import { Dropdown } from '../ui/menus/Dropdown.tsx'
import { MenuAt, type Point } from '../ui/menus/MenuAt.tsx'
import type { MenuEntry } from '../ui/menus/menuEntry.ts'
import { Popover } from '../ui/menus/Popover.tsx'
import { PopoverAt, type Spot } from '../ui/menus/PopoverAt.tsx'
import { quirks } from './sampleData.ts'

const nowhere: Spot = { x: 0, y: 0, width: 0, height: 0 }

export function FloatSamples() {
  const t = useT()
  const [form, setForm] = useState(false)
  const [sure, setSure] = useState(false)
  const [at, setAt] = useState<Point | null>(null)
  const [beside, setBeside] = useState<Spot | null>(null)
  const [drawer, setDrawer] = useState(false)
  const [counter, setCounter] = useState(true)
  const [title, setTitle] = useState('')
  const [colour, setColour] = useState<string>(PALETTE[6].hex)
  const colours = PALETTE.map(({ name, hex }) => ({
    hex,
    label: t(`colour.${name}`),
    paint: cssColour(hex),
    ink: cssInk,
  }))
  const close = () => setForm(false)
  const items: MenuEntry[] = [
    { label: t('quirk.overview'), onSelect: () => toast.show({ message: t('quirk.overview') }) },
    { label: t('quirk.edit'), icon: EditIcon, shortcut: 'Enter', onSelect: () => setForm(true) },
    {
      label: t('quirk.moveInto'),
      icon: MoveIcon,
      items: quirks.map((quirk) => ({
        label: quirk.title,
        onSelect: () =>
          toast.show({
            kind: 'success',
            message: t('canvas.movedInto', { title: quirks[1].title, parent: quirk.title }),
          }),
      })),
    },
    { label: t('quirk.merge'), icon: MergeIcon, disabled: true, onSelect: close },
    'line',
    { label: t('settings.highlightCounter'), checked: counter, onChange: setCounter },
    'line',
    { label: t('quirk.delete'), icon: DeleteIcon, shortcut: 'Del', danger: true, onSelect: () => setSure(true) },
  ]
  return (
    <>
      <div className="gallery-row">
        <Button onClick={() => setForm(true)}>{t('quirk.new')}</Button>
        <Button onClick={() => setSure(true)}>{t('create.replace')}</Button>
        <Dropdown trigger={<IconButton icon={MoreIcon} label={t('ui.more')} />} items={items} />
        <Popover trigger={<Button>{t('colour.label')}</Button>} label={t('colour.label')}>
          <ColourPicker label={t('colour.label')} colours={colours} value={colour} onChange={setColour} />
        </Popover>
      </div>
      <div className="gallery-row">
        <Button kind="quiet" onClick={() => toast.show({ kind: 'success', message: t('settings.saved') })}>
          {t('settings.saved')}
        </Button>
        <Button
          kind="quiet"
          onClick={() =>
            toast.show({
              message: t('quirk.deleted', { title: quirks[1].title }),
              action: { label: t('ui.back'), onClick: close },
            })
          }
        >
          {t('quirk.delete')}
        </Button>
        <Button kind="quiet" onClick={() => toast.show({ kind: 'error', message: t('problem.cannotConnect') })}>
          {t('ui.errorTitle')}
        </Button>
      </div>
      <ContextMenu items={items}>
        <button type="button" className="gallery-drop">
          ContextMenu
        </button>
      </ContextMenu>
      <Button
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          setAt({ x: box.right + 4, y: box.top })
        }}
      >
        MenuAt
      </Button>
      <div className="gallery-row">
        <Button
          onClick={(event) => {
            setBeside(event.currentTarget.getBoundingClientRect())
          }}
        >
          PopoverAt
        </Button>
        <Button onClick={() => setDrawer(true)}>Drawer</Button>
      </div>
      <PopoverAt
        open={beside !== null}
        at={beside ?? nowhere}
        onClose={() => setBeside(null)}
        label={t('quirk.choose')}
      >
        <TextField label={t('quirk.title')} value={title} onChange={setTitle} />
      </PopoverAt>
      <Drawer open={drawer} onClose={() => setDrawer(false)} title={t('project.menu')}>
        <Button icon={EditIcon}>{t('quirk.edit')}</Button>
      </Drawer>
      <MenuAt at={at} onClose={() => setAt(null)} items={items} label={t('ui.more')} />
      <Modal
        open={form}
        onClose={close}
        title={t('quirk.new')}
        onSubmit={close}
        footer={
          <>
            <Button kind="quiet" onClick={() => setSure(true)}>
              {t('create.replace')}
            </Button>
            <Button onClick={close}>{t('ui.cancel')}</Button>
            <Button kind="primary" type="submit">
              {t('quirk.create')}
            </Button>
          </>
        }
      >
        <TextField label={t('quirk.title')} value={title} onChange={setTitle} />
        <TextField
          label={t('quirk.description')}
          note={t('quirk.descriptionHint')}
          rows={3}
          value=""
          onChange={close}
        />
        <ColourPicker label={t('colour.label')} colours={colours} value={colour} onChange={setColour} />
      </Modal>
      <ConfirmDialog
        open={sure}
        onClose={() => setSure(false)}
        title={t('create.exists', { name: 'Harbour.qrk' })}
        confirm={t('create.replace')}
        danger
        onConfirm={() => setSure(false)}
      >
        {t('create.existsText')}
      </ConfirmDialog>
    </>
  )
}
