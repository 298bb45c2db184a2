import { Trans, useLingui } from '@lingui/react/macro'
import { useRecentSearches } from '#device/recentSearches.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { SearchIcon } from '#ui/icons/icons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { MarketRow } from '#widgets/market/MarketRow.tsx'
import { useListedMarkets } from '#widgets/market/useListedMarkets.ts'
import { FoundScreenRow } from './FoundScreenRow.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Search.module.css'
import { useNamedSearchableScreens } from './useFoundScreens.ts'

const suggested: readonly string[] = ['deposit', 'alerts', 'articles', 'support']
const marketsShown = 3

/** Before anything is typed: what was looked for last, and what others look for. */
export function EmptySearchSuggestions({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useLingui()
  const { searches, forgetAll } = useRecentSearches()
  const { markets = [] } = useListedMarkets()
  const hot = markets.toSorted((a, b) => a.hot - b.hot).slice(0, marketsShown)
  const places = useNamedSearchableScreens().filter(({ screen }) => suggested.includes(screen))
  return (
    <div className={styles.results}>
      {searches.length > 0 && (
        <Section
          title={t`Recent searches`}
          action={
            <Button kind="quiet" size="small" className={styles.more} onClick={forgetAll}>
              <Trans>Clear</Trans>
            </Button>
          }
        >
          <Card flush>
            {searches.map((text) => (
              <ListRow key={text} leading={<SearchIcon />} title={text} onClick={() => onChoose(text)} />
            ))}
          </Card>
          <Text tone="quiet">
            <Trans>Kept on this device only.</Trans>
          </Text>
        </Section>
      )}
      <Section title={t`Suggestions`}>
        <Card flush className={styles.card}>
          {hot.map((market) => (
            <MarketRow key={market.symbol} market={market} />
          ))}
          {places.map((place) => (
            <FoundScreenRow key={place.key} place={place} />
          ))}
        </Card>
      </Section>
    </div>
  )
}
