/** First and last names. They combine to more names than the demo has people. */

const words = (text: string): string[] => text.trim().split(/\s+/);

export const FIRST_NAMES = words(`
  Ada Amara Anton Beatriz Björn Carmen Chidi Daria Deniz Elif Emil Farid Fatima Finn Grace
  Hana Hugo Ines Ivan Jonas Kaori Karim Lena Linh Luca Maja Marek Mei Milan Nadia Noor
  Olga Oscar Paulo Priya Rafael Rosa Samir Sofia Tariq Thandi Tomás Ulla Vera Viktor Wanda
  Yara Yusuf Zoë Zuri
`);

export const LAST_NAMES = words(`
  Abel Adeyemi Almeida Andersson Bauer Bianchi Chen Costa Dubois Eriksen Ferrari García
  Haddad Hoffmann Ivanova Jensen Kaya Kim Kowalski Larsen Lindqvist Lopez Mbeki Meyer
  Moreau Nakamura Nguyen Novák Okafor Olsen Patel Petrov Popescu Rahman Ricci Rossi Santos
  Sato Schmidt Silva Singh Tanaka Vargas Virtanen Weber Yilmaz Zhang
`);
