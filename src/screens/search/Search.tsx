import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { rememberSearch } from '#device/recentSearches.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Search as SearchIcon } from '#ui/icons.tsx'
import { Close } from '#ui/moreIcons.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { longestSearch, readAskedSearch } from './askedSearch.ts'
import { Beginning } from './Beginning.tsx'
import { Results } from './Results.tsx'
import styles from './Search.module.css'
import { moveByArrows } from './moveByArrows.ts'

export const Route = createFileRoute('/search')({ component: Search, validateSearch: readAskedSearch })

const typingPauseMs = 300

/** One field over markets, screens and articles. What is typed reaches the address after a short pause. */
function Search() {
  const { t } = useLingui()
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [text, setText] = useState(q)
  const [known, setKnown] = useState(q)
  const shown = useDeferredValue(text.trim())
  const area = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  // The address changed by itself (back, a link): the field follows.
  if (q !== known) {
    setKnown(q)
    if (q !== text.trim()) setText(q)
  }
  useEffect(() => {
    const next = text.trim()
    if (next === q) return
    const timer = setTimeout(() => void navigate({ search: next ? { q: next } : {}, replace: true, resetScroll: false }), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, q, navigate])
  // Whoever comes here wants to type; whoever comes with a question wants to read.
  useEffect(() => {
    if (!input.current?.value) input.current?.focus()
  }, [])
  return (
    <ScreenLayout title={t`Search`} back>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys move between the field and the links, which are real ones */}
      <div
        ref={area}
        className={styles.area}
        onKeyDown={(event) => moveByArrows(event, area.current)}
        onClick={({ target }) => (target as Element).closest('[data-results] a') && rememberSearch(text)}
      >
        <form role="search" className={styles.search} onSubmit={(event) => event.preventDefault()}>
          <TextField
            ref={input}
            label={t`Markets, screens, help`}
            type="search"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={longestSearch}
            value={text}
            onChange={setText}
            leading={<SearchIcon />}
            trailing={
              text && (
                <IconButton
                  icon={<Close />}
                  label={t`Clear`}
                  onClick={() => {
                    setText('')
                    input.current?.focus()
                  }}
                />
              )
            }
          />
        </form>
        {shown ? <Results typed={shown} /> : <Beginning onChoose={setText} />}
      </div>
    </ScreenLayout>
  )
}
