import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { setDevicePreference } from '#device/preferences.ts'
import { hasToken } from '#api/session.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { trySaveAccountSettings } from '#widgets/form/saveSettings.ts'
import { ArrangeHomeShortcutsList } from './ArrangeHomeShortcutsList.tsx'
import styles from './Home.module.css'
import { sortHomeShortcuts, visibleHomeShortcutCount, type HomeShortcut } from './shortcut.ts'
import { HomeShortcutLink } from './HomeShortcutLink.tsx'
import { useAllHomeShortcuts } from './useAllShortcuts.tsx'

/** Every other way from home, and where all of them are put in order. Fetched when it is asked for. */
export function MoreHomeShortcutsSheet({ open, order, onClose }: { open: boolean; order: string; onClose(): void }) {
  const { t } = useLingui()
  const usual = useAllHomeShortcuts()
  const [arranged, setArranged] = useState<string[]>()
  const all = sortHomeShortcuts(usual, order.split(','))
  const save = async (ids: string[]) => {
    if (isSame(ids, all)) return
    const next = isSame(ids, usual) ? '' : ids.join()
    setDevicePreference('shortcuts', { order: next, own: true })
    if (!hasToken()) return
    if (await trySaveAccountSettings({ shortcuts: next })) setDevicePreference('shortcuts', { order: next, own: false })
    else showToast(t`Changed on this device only`, { tone: 'bad' })
  }
  const finish = () => {
    if (arranged) void save(arranged)
    setArranged(undefined)
  }
  return (
    <BottomSheet
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
        <ArrangeHomeShortcutsList shortcuts={sortHomeShortcuts(usual, arranged)} onChange={setArranged} />
      ) : (
        <ul className={styles.shortcuts}>
          {all.slice(visibleHomeShortcutCount).map((shortcut) => (
            <HomeShortcutLink key={shortcut.id} {...shortcut} />
          ))}
        </ul>
      )}
    </BottomSheet>
  )
}

const isSame = (ids: readonly string[], shortcuts: readonly HomeShortcut[]): boolean =>
  ids.length === shortcuts.length && shortcuts.every(({ id }, place) => ids[place] === id)
