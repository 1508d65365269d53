// All hosts together, then the groups, each with the words that name it.

export function every(data) {
  return [{...data.all, name: 'All', title: 'All'}, ...data.by.flatMap(({by, groups}) => groups.map(group => ({...group, title: `${by} ${group.name}`})))];
}
