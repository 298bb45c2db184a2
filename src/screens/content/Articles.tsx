import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import type { ArticleSummary } from '#contract/calls/content.ts'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { Card } from '#ui/Card.tsx'
import { ChatIcon } from '#ui/icons/homeIcons.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { SearchIcon } from '#ui/icons/icons.tsx'
import { CloseIcon } from '#ui/icons/listIcons.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { OfflineReadingStatus } from '#widgets/content/OfflineReadingStatus.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useDebouncedSearchText } from '#widgets/form/useTypedSearch.ts'
import { ArticleList } from './ArticleList.tsx'
import styles from './Articles.module.css'
import { articleCategoryNames } from './categoryNames.ts'
import { HelpCategories } from './HelpCategories.tsx'

const kinds = ['help', 'agreement', 'news'] as const
const longestKeyword = 60

interface ArticlesSearchParams {
  kind?: ArticleSummary['kind']
  category?: string
  q?: string
}

export const Route = createFileRoute('/articleList')({
  component: Articles,
  validateSearch: (search: Record<string, unknown>): ArticlesSearchParams => {
    const kind = kinds.find((one) => one === search['kind'])
    const { category, q } = search
    return {
      ...(kind && { kind }),
      ...(typeof category === 'string' && /^[a-z-]{1,30}$/.test(category) && { category }),
      // A number typed in the address arrives as one.
      ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, longestKeyword) }),
    }
  },
})

/** The help centre: search over everything, or one kind by its parts. */
function Articles() {
  const { t, i18n } = useLingui()
  const { kind = 'help', category, q } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const categoryName = category && articleCategoryNames[category]
  return (
    <ScreenLayout title={categoryName ? i18n._(categoryName) : t`Help and articles`} back flush actions={<SavedLink />}>
      <SearchField />
      <div className={styles.saving}>
        <OfflineReadingStatus />
      </div>
      {q ? (
        <ArticleList key={q} filter={{ keyword: q }} empty={<NothingFound keyword={q} />} />
      ) : (
        <>
          <SegmentedControl
            label={t`Kind of article`}
            value={kind}
            onChange={(next) => void navigate({ search: { kind: next }, replace: true })}
            options={[
              { value: 'help', label: t`Help` },
              { value: 'agreement', label: t`Agreements` },
              { value: 'news', label: t`News` },
            ]}
            className={styles.kinds}
          />
          {kind === 'help' && !category ? (
            <>
              <HelpCategories />
              <div className={styles.state}>
                <Card flush>
                  <RowLink to={path.support} leading={<ChatIcon />} title={t`Live chat`} subtitle={t`Write to our staff`} />
                </Card>
              </div>
            </>
          ) : (
            <ArticleList
              key={`${kind} ${category}`}
              filter={{ kind, category }}
              dated={kind === 'news'}
              empty={<EmptyState text={t`Nothing here yet.`} />}
            />
          )}
        </>
      )}
    </ScreenLayout>
  )
}

function SavedLink() {
  return (
    <ButtonLink to={path.saved} kind="quiet" size="small">
      <Trans context="articles kept on the device">Saved</Trans>
    </ButtonLink>
  )
}

function NothingFound({ keyword }: { keyword: string }) {
  const { t } = useLingui()
  return (
    <EmptyState
      text={t`Nothing fits “${keyword}”. Try fewer or other words.`}
      action={
        <ButtonLink to={path.articles} kind="secondary">
          <Trans>See all help</Trans>
        </ButtonLink>
      }
    />
  )
}

/** What is typed reaches the address, and with it the list, after a short pause. */
function SearchField() {
  const { t } = useLingui()
  const { q = '' } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const [text, setText] = useDebouncedSearchText(q, (typed) =>
    navigate({ search: ({ q: _, ...rest }) => (typed ? { ...rest, q: typed } : rest), replace: true }),
  )
  return (
    <div className={styles.search} role="search">
      <TextField
        label={t`Search help and articles`}
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={longestKeyword}
        value={text}
        onChange={setText}
        leading={<SearchIcon />}
        trailing={text && <IconButton icon={<CloseIcon />} label={t`Clear`} onClick={() => setText('')} />}
      />
    </div>
  )
}
