import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { languageByCode } from '#i18n/languages.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { BookIcon } from '#ui/icons/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { MarketRow } from '#widgets/market/MarketRow.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { SavedCopyChip } from '#widgets/content/SavedCopyChip.tsx'
import { FoundScreenRow } from './FoundScreenRow.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Search.module.css'
import { useFoundArticles } from './useFoundArticles.ts'
import { useFoundMarkets } from './useFoundMarkets.ts'
import { useFoundScreens } from './useFoundScreens.ts'

/** Everything that fits, by what it is. Markets and screens are on the device; articles come from the server, or from what is saved. */
export function SearchResults({ typed }: { typed: string }) {
  const { t } = useLingui()
  const markets = useFoundMarkets(typed)
  const places = useFoundScreens(typed)
  const articles = useFoundArticles(typed)
  const all = markets.shown.length + places.length + articles.shown.length
  const isLooking = articles.isLooking || markets.isLooking
  return (
    <div data-results="" className={styles.results} aria-busy={isLooking}>
      <p role="status" className="visuallyHidden">
        {isLooking ? t`Searching…` : t`Found: ${all}`}
      </p>
      {markets.shown.length > 0 && (
        <Group title={t`Markets`} more={markets.total > markets.shown.length && <More to={path.markets} search={{ keyword: typed }} />}>
          {markets.shown.map((market) => (
            <MarketRow key={market.symbol} market={market} />
          ))}
        </Group>
      )}
      {places.length > 0 && (
        <Group title={t`Screens`}>
          {places.map((place) => (
            <FoundScreenRow key={place.key} place={place} />
          ))}
        </Group>
      )}
      {articles.shown.length > 0 && (
        <Group
          title={t`Help and articles`}
          more={articles.total > articles.shown.length && <More to={path.articles} search={{ q: typed }} />}
        >
          {articles.shown.map(({ id, title, summary, lang }) => (
            <RowLink
              key={id}
              to={path.article}
              search={{ id }}
              leading={<BookIcon />}
              title={<span lang={languageByCode(lang)?.locale}>{title}</span>}
              subtitle={<span lang={languageByCode(lang)?.locale}>{summary}</span>}
            />
          ))}
        </Group>
      )}
      {articles.savedAt !== undefined && (
        <p>
          <SavedCopyChip at={articles.savedAt} />
        </p>
      )}
      {isLooking && <Skeleton lines={3} />}
      {articles.failure && <Text tone="quiet">{articles.failure}</Text>}
      {!isLooking && all === 0 && <NothingFound keyword={typed} />}
    </div>
  )
}

function Group({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <Section title={title} action={more}>
      <Card flush className={styles.card}>
        {children}
      </Card>
    </Section>
  )
}

type MoreProps = { to: typeof path.markets; search: { keyword: string } } | { to: typeof path.articles; search: { q: string } }

function More(to: MoreProps) {
  return (
    <ButtonLink
      {...(to as { to: typeof path.articles; search: { q: string } })}
      kind="quiet"
      size="small"
      className={styles.more}
      data-more=""
    >
      <Trans>Show all</Trans>
    </ButtonLink>
  )
}

function NothingFound({ keyword }: { keyword: string }) {
  const { t } = useLingui()
  return (
    <EmptyState
      text={t`Nothing fits “${keyword}”. Try fewer or other words.`}
      action={
        <div className={styles.ways}>
          <ButtonLink to={path.articles} kind="secondary">
            <Trans>See all help</Trans>
          </ButtonLink>
          <ButtonLink to={path.support} kind="secondary">
            <Trans>Ask us</Trans>
          </ButtonLink>
        </div>
      }
    />
  )
}
