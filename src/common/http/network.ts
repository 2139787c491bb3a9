import ipaddr from 'ipaddr.js';

/** 16-bit parts of an IPv6 address that name its network. A customer of a provider has a whole /64. */
const NETWORK_PARTS = 4;

/** The name under which an address is counted: an IPv6 address under its /64, whatever its zone (decisions.md, "Limits"). */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const parsed = ipaddr.process(address.replace(/%.*/s, '')); // an IPv4 address written as IPv6 is an IPv4 address
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, NETWORK_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
