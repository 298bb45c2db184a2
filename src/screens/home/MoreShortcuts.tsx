import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { setPreference } from '#device/preferences.ts'
import { hasToken } from '#api/session.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { saveSettings } from '#widgets/saveSettings.ts'
import { ArrangeShortcuts } from './ArrangeShortcuts.tsx'
import styles from './Home.module.css'
import { inOrder, placesOnHome, type Shortcut } from './shortcut.ts'
import { ShortcutLink } from './ShortcutLink.tsx'
import { useAllShortcuts } from './useAllShortcuts.tsx'

/** Every other way from home, and where all of them are put in order. Fetched when it is asked for. */
export function MoreShortcuts({ open, order, onClose }: { open: boolean; order: string; onClose(): void }) {
  const { t } = useLingui()
  const usual = useAllShortcuts()
  const [arranged, setArranged] = useState<string[]>()
  const all = inOrder(usual, order.split(','))
  const save = async (ids: string[]) => {
    if (isSame(ids, all)) return
    const next = isSame(ids, usual) ? '' : ids.join()
    setPreference('shortcuts', { order: next, own: true })
    if (!hasToken()) return
    if (await saveSettings({ shortcuts: next })) setPreference('shortcuts', { order: next, own: false })
    else toast(t`Changed on this device only`, { tone: 'bad' })
  }
  const finish = () => {
    if (arranged) void save(arranged)
    setArranged(undefined)
  }
  return (
    <Sheet
      open={open}
      onClose={() => {
        finish()
        onClose()
      }}
      title={arranged ? t`Arrange shortcuts` : t({ message: 'More', context: 'shortcuts' })}
      footer={
        arranged ? (
          <>
            <Button kind="secondary" size="large" wide onClick={() => setArranged(usual.map(({ id }) => id))}>
              <Trans>Usual order</Trans>
            </Button>
            <Button size="large" wide onClick={finish}>
              <Trans>Done</Trans>
            </Button>
          </>
        ) : (
          <Button kind="secondary" size="large" wide onClick={() => setArranged(all.map(({ id }) => id))}>
            <Trans>Arrange shortcuts</Trans>
          </Button>
        )
      }
    >
      {arranged ? (
        <ArrangeShortcuts shortcuts={inOrder(usual, arranged)} onChange={setArranged} />
      ) : (
        <ul className={styles.shortcuts}>
          {all.slice(placesOnHome).map((shortcut) => (
            <ShortcutLink key={shortcut.id} {...shortcut} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

const isSame = (ids: readonly string[], shortcuts: readonly Shortcut[]): boolean =>
  ids.length === shortcuts.length && shortcuts.every(({ id }, place) => ids[place] === id)
