import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { type RefObject, type SubmitEvent, useDeferredValue, useEffect, useEffectEvent, useRef } from 'react'
import { addRecentSearch } from '#device/recentSearches.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { SearchIcon } from '#ui/icons/icons.tsx'
import { CloseIcon } from '#ui/icons/listIcons.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useDebouncedSearchText } from '#widgets/form/useTypedSearch.ts'
import { maxSearchLength, readSearchScreenParams } from './searchParams.ts'
import { EmptySearchSuggestions } from './EmptySearchSuggestions.tsx'
import { SearchResults } from './SearchResults.tsx'
import styles from './Search.module.css'
import { findSearchResultLinkElements, moveSearchFocusByArrows } from './moveByArrows.ts'

export const Route = createFileRoute('/search')({ component: Search, validateSearch: readSearchScreenParams })

/** One field over markets, screens and articles. What is typed reaches the address after a short pause. */
function Search() {
  const { t } = useLingui()
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [text, setText, writeTextNow] = useDebouncedSearchText(q, (typed) =>
    navigate({ search: typed ? { q: typed } : {}, replace: true, resetScroll: false }),
  )
  const typed = text.trim()
  const deferredText = useDeferredValue(typed)
  const area = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isEntered = useRef(false)
  const openFirstResult = () => {
    isEntered.current = false
    findSearchResultLinkElements(area.current)[0]?.click()
  }
  // Enter came before what it means was shown.
  const onShown = useEffectEvent(() => isEntered.current && openFirstResult())
  useEffect(() => {
    onShown()
  }, [deferredText])
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (deferredText === typed) openFirstResult()
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
        onKeyDown={(event) => moveSearchFocusByArrows(event, area.current)}
        onClickCapture={({ target }) => {
          if (!(target as Element).closest('[data-results] a')) return
          addRecentSearch(text)
          writeTextNow()
        }}
      >
        <form role="search" className={styles.search} onSubmit={handleSubmit}>
          <SearchField
            input={input}
            text={text}
            onChange={(next) => {
              isEntered.current = false
              setText(next)
            }}
          />
        </form>
        {deferredText ? <SearchResults typed={deferredText} /> : <EmptySearchSuggestions onChoose={setText} />}
      </div>
    </ScreenLayout>
  )
}

function SearchField({ input, text, onChange }: { input: RefObject<HTMLInputElement | null>; text: string; onChange(text: string): void }) {
  const { t } = useLingui()
  return (
    <TextField
      ref={input}
      label={t`Markets, screens, help`}
      type="search"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={maxSearchLength}
      value={text}
      onChange={onChange}
      leading={<SearchIcon />}
      trailing={
        text && (
          <IconButton
            icon={<CloseIcon />}
            label={t`Clear`}
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
          />
        )
      }
    />
  )
}
