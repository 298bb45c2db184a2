import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { joinClassNames } from '#ui/classes.ts'
import { GripIcon } from '#ui/icons/homeIcons.tsx'
import styles from './MoreHomeShortcutsSheet.module.css'
import { visibleHomeShortcutCount, type HomeShortcut } from './shortcut.ts'

const gripOf = (id: string): string => `[data-grip="${id}"]`

/** All ways from home in one list: each is drawn by its grip, or moved by the arrow keys while the grip has the focus. */
export function ArrangeHomeShortcutsList({ shortcuts, onChange }: { shortcuts: readonly HomeShortcut[]; onChange(ids: string[]): void }) {
  const { t } = useLingui()
  const list = useRef<HTMLOListElement>(null)
  const [held, setHeld] = useState<string>()
  const [said, setSaid] = useState('')
  const all = shortcuts.length
  const put = ({ id, name }: HomeShortcut, place: number) => {
    if (place < 0 || place >= all || shortcuts[place]?.id === id) return
    const ids = shortcuts.map((shortcut) => shortcut.id).filter((other) => other !== id)
    onChange(ids.toSpliced(place, 0, id))
    const number = place + 1
    setSaid(t`${name}: place ${number} of ${all}`)
    setMoved(id)
  }
  // A row that changes its place is another node to the browser: its grip keeps the focus, and it stays in sight.
  const [moved, setMoved] = useState<string>()
  useLayoutEffect(() => {
    const grip = moved === undefined ? null : list.current?.querySelector<HTMLElement>(gripOf(moved))
    grip?.focus({ preventScroll: true })
    grip?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }, [moved, shortcuts])
  const onKey = (event: KeyboardEvent, shortcut: HomeShortcut, place: number) => {
    const targets: Record<string, number> = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: all - 1 }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    put(shortcut, target)
  }
  const drag = ({ clientY }: PointerEvent) => {
    const shortcut = shortcuts.find(({ id }) => id === held)
    if (!shortcut) return
    const rows = [...(list.current?.children ?? [])]
    const place = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom)
    put(shortcut, place < 0 ? all - 1 : place)
  }
  const letGo = () => setHeld(undefined)
  return (
    <>
      <ol ref={list} className={styles.list} onPointerMove={drag} onPointerUp={letGo} onPointerCancel={letGo}>
        {shortcuts.map((shortcut, place) => {
          const { id, icon, name } = shortcut
          return (
            <li
              key={id}
              className={joinClassNames(styles.row, place === visibleHomeShortcutCount && styles.behind, held === id && styles.held)}
            >
              {icon}
              <span className={styles.name}>{name}</span>
              <button
                type="button"
                className={styles.grip}
                data-grip={id}
                aria-label={t`Move ${name}`}
                onKeyDown={(event) => onKey(event, shortcut, place)}
                onPointerDown={(event) => {
                  if (event.button !== 0) return
                  // The list is not moved about, so it does not lose the finger.
                  list.current?.setPointerCapture(event.pointerId)
                  setHeld(id)
                  setMoved(id)
                }}
              >
                <GripIcon />
              </button>
            </li>
          )
        })}
      </ol>
      <output className="visuallyHidden">{said}</output>
    </>
  )
}
