import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useBookTone } from '#api/book.ts'
import { saveLater } from '#api/left.ts'
import { useUser } from '#api/person.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Coins, Lender, Machine } from '#ui/earnIcons.tsx'
import { Parcel, Pennant, People } from '#ui/growthIcons.tsx'
import { Cup } from '#ui/homeIcons.tsx'
import { Anchor, Bell, Check, Contract, Exchange, Language, Person, Star, Wallet } from '#ui/icons.tsx'
import { ArrowDown, ArrowUp, Book, Device, Ledger, Lock, Logout, Settings, Sort } from '#ui/moreIcons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { BookSwitch } from '#widgets/BookSwitch.tsx'
import { LanguagePicker } from '#widgets/LanguagePicker.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { saveSettings } from '#widgets/saveSettings.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { AssetsSummary } from './AssetsSummary.tsx'
import { CarryOver } from './CarryOver.tsx'
import { ChatRow } from './ChatRow.tsx'
import { DemoReset } from './DemoResetSheet.tsx'
import { Identity } from './Identity.tsx'
import { LogOutSheet } from './LogOutSheet.tsx'
import styles from './Me.module.css'
import { MessagesRow } from './MessagesRow.tsx'
import { SetupChecklist } from './SetupChecklist.tsx'

export const Route = createFileRoute('/_signedIn/my')({ component: Me })

/** The Personal tab (product §4.2 row 8): who, how much, and the way to everything of one's own. */
function Me() {
  const { t } = useLingui()
  const user = useUser()
  const language = useLanguage()
  const [sheet, setSheet] = useState<'language' | 'logOut'>()
  const close = () => setSheet(undefined)
  return (
    <ScreenLayout title={t`Personal`} tone={useBookTone()}>
      <Identity user={user} />
      {user && <BookSwitch isGuest={user.isGuest === 1} />}
      <AssetsSummary />
      {user && <SetupChecklist user={user} />}
      <CarryOver />
      <Card flush>
        <RowLink to={path.profile} leading={<Person />} title={t`Profile`} subtitle={t`Name, picture, addresses, personal information`} />
        <MessagesRow />
        <RowLink to={path.alerts} leading={<Bell />} title={t`Price alerts`} subtitle={t`Prices you want to be told of`} />
      </Card>
      <Section title={t`Assets`}>
        <Card flush>
          <RowLink to={path.assetCenter} leading={<Wallet />} title={t`Asset center`} subtitle={t`What you have, by currency`} />
          <RowLink
            to={path.balanceRecords}
            leading={<Ledger />}
            title={t`Balance records`}
            subtitle={t`Every movement and the balance after`}
          />
          <RowLink
            to={path.transferRecords}
            leading={<Sort />}
            title={t`Deposits and withdrawals`}
            subtitle={t`Each with its state and every step`}
          />
          <RowLink
            to={path.deposit}
            leading={<ArrowDown />}
            title={t({ message: 'Deposit', context: 'do it' })}
            subtitle={t`To your own address`}
          />
          <RowLink
            to={path.withdraw}
            leading={<ArrowUp />}
            title={t({ message: 'Withdraw', context: 'do it' })}
            subtitle={t`To an address or a bank account`}
          />
          <RowLink to={path.addressBook} leading={<Book />} title={t`Address book`} subtitle={t`Addresses that money may go to`} />
          <RowLink to={path.bankAccounts} leading={<Wallet />} title={t`Bank accounts`} subtitle={t`Accounts that money may go to`} />
          <DemoReset />
        </Card>
      </Section>
      <Section title={t`Orders`}>
        <Card flush>
          <RowLink
            to={path.contracts}
            search={{ book: 'history' }}
            leading={<Contract />}
            title={t`Contract history`}
            subtitle={t`Closed and cancelled positions`}
          />
          <RowLink
            to={path.investments}
            leading={<Coins />}
            title={t`Investment orders`}
            subtitle={t`What you have in them, and each day's income`}
          />
          <RowLink
            to={path.miningOrders}
            leading={<Machine />}
            title={t`Mining orders`}
            subtitle={t`Your machines, and what each day brought`}
          />
          <RowLink to={path.bondOrders} leading={<Contract />} title={t`Debt orders`} subtitle={t`What you lent, and what came back`} />
          <RowLink
            to={path.ieo}
            search={{ view: 'mine' }}
            leading={<Star />}
            title={t`Token subscriptions`}
            subtitle={t`What you applied for, won and unlock`}
          />
          <RowLink to={path.swapOrders} leading={<Exchange />} title={t`All swaps`} />
          <RowLink to={path.loanAccount} leading={<Lender />} title={t`Loan account`} subtitle={t`Your limit, what you owe, and when`} />
        </Card>
      </Section>
      <Section title={t({ message: 'Growth', context: 'levels, benefits, team' })}>
        <Card flush>
          <RowLink to={path.levels} leading={<Pennant />} title={t`Levels`} subtitle={t`Yours, and what each one brings`} />
          <RowLink to={path.benefits} leading={<Parcel />} title={t`Benefits`} subtitle={t`Tasks, vouchers, envelopes`} />
          <RowLink to={path.team} leading={<People />} title={t`Team`} subtitle={t`Invite others, see who came`} />
          <RowLink to={path.competitions} leading={<Cup />} title={t`Competitions`} subtitle={t`With virtual money, for prizes`} />
        </Card>
      </Section>
      <Section title={t`Safety`}>
        <Card flush>
          <RowLink to={path.security} leading={<Lock />} title={t`Security`} subtitle={t`Passwords and the authenticator`} />
          <RowLink to={path.sessions} leading={<Device />} title={t`Devices signed in`} subtitle={t`See them, end any of them`} />
          <RowLink to={path.limits} leading={<Anchor />} title={t`Limits and breaks`} subtitle={t`What you allow yourself, and time off`} />
          <RowLink to={path.dataRights} leading={<Ledger />} title={t`Your data`} subtitle={t`What we keep, a copy of it, and deleting`} />
        </Card>
      </Section>
      <Section title={t`Preferences`}>
        <Card flush>
          <RowLink to={path.settings} leading={<Settings />} title={t`Settings`} subtitle={t`Display, colours, stored data`} />
          <RowLink to={path.saved} leading={<Device />} title={t`Stored on this device`} />
          <ListRow leading={<Language />} title={t`Language`} trailing={language.label} onClick={() => setSheet('language')} />
        </Card>
      </Section>
      <Section title={t`Help & chat`}>
        <Card flush>
          <ChatRow />
          <RowLink to={path.articles} leading={<Book />} title={t`Help articles`} />
          <RowLink to={path.announcements} leading={<Bell />} title={t`Announcements`} />
        </Card>
      </Section>
      <Section title={t`Fair dealing`}>
        <Card flush>
          <RowLink
            to={path.priceRecord}
            leading={<Check />}
            title={t`How prices are checked`}
            subtitle={t`The record, reserves and terms`}
          />
          <RowLink to={path.agreements} leading={<Contract />} title={t`Agreements`} />
        </Card>
      </Section>
      <Card flush>
        <ListRow leading={<Logout />} title={<Trans>Log out</Trans>} onClick={() => setSheet('logOut')} />
      </Card>
      <p className={styles.build}>
        <Trans>Version {__BUILD__}</Trans>
      </p>
      <Sheet open={sheet === 'language'} onClose={close} title={t`Language`}>
        <LanguagePicker
          onChosen={(lang) => {
            close()
            void saveSettings({ lang }).then((isSaved) => {
              if (isSaved) return
              saveLater({ lang })
              toast(t`Changed here; your account follows when there is a connection`)
            })
          }}
        />
      </Sheet>
      <LogOutSheet open={sheet === 'logOut'} onClose={close} isGuest={user?.isGuest === 1} />
    </ScreenLayout>
  )
}
