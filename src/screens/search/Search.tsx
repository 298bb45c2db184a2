import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { type SubmitEvent, useDeferredValue, useEffect, useEffectEvent, useRef } from 'react'
import { rememberSearch } from '#device/recentSearches.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Search as SearchIcon } from '#ui/icons.tsx'
import { Close } from '#ui/moreIcons.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useTypedSearch } from '#widgets/useTypedSearch.ts'
import { longestSearch, readAskedSearch } from './askedSearch.ts'
import { Beginning } from './Beginning.tsx'
import { Results } from './Results.tsx'
import styles from './Search.module.css'
import { linksIn, moveByArrows } from './moveByArrows.ts'

export const Route = createFileRoute('/search')({ component: Search, validateSearch: readAskedSearch })

/** One field over markets, screens and articles. What is typed reaches the address after a short pause. */
function Search() {
  const { t } = useLingui()
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [text, setText, keepText] = useTypedSearch(q, (typed) =>
    navigate({ search: typed ? { q: typed } : {}, replace: true, resetScroll: false }),
  )
  const typed = text.trim()
  const shown = useDeferredValue(typed)
  const area = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isEntered = useRef(false)
  const openFirst = () => {
    isEntered.current = false
    linksIn(area.current)[0]?.click()
  }
  // Enter came before what it means was shown.
  const onShown = useEffectEvent(() => isEntered.current && openFirst())
  useEffect(() => {
    onShown()
  }, [shown])
  const enter = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (shown === typed) openFirst()
    else isEntered.current = true
  }
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
        onClickCapture={({ target }) => {
          if (!(target as Element).closest('[data-results] a')) return
          rememberSearch(text)
          keepText()
        }}
      >
        <form role="search" className={styles.search} onSubmit={enter}>
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
            onChange={(next) => {
              isEntered.current = false
              setText(next)
            }}
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
