/**
 * The words that a remark on what was found may have beside its titles and places: enough to lead over to a list, and
 * none that could name or describe an event, its time or its price.
 */
export const REMARK_WORDS = `
a all also among an and any anything are as at be been below best better between both but by can catch check choose
chosen closer closest come comes coming could decide do does each either else enjoy enough event events every
everything exactly explore fancy few fine first fit fits follow following for from fun gig gigs give gives glad go
going good got great had happy has have having head here here's hope how i i'd i'll i'm i've idea ideas if in interest
interested interesting into is it it's its join just keep kind leave let let's like likely list listed little look
looking looks lot lovely luck make match matches matching may maybe me mind more most much my need next nice of on one
ones opportunity opportunities option options or other others otherwise out over perfect perhaps pick picked picks
plan plans please plenty possible promising quite rather ready really result results right same search see seem seems
selection several should show some somebody something sound sounds spot still such suggest suggestion suggestions suit
suits sure take that that's the their them then there there's these they they're thing things think this those though
to together too try two up us want wanted was way we we've well were what whatever when where which while who will
with worth would yet you you'd you'll you're your yours
`.trim();
